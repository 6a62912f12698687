import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { findId, findIdProperty } from './find-id.ts';

const conventions = new Conventions();

const TASKS = { itemPath: '/v1/tasks/{key}', conventions };

test.each<[JsonValue, string | undefined, number | string | undefined]>([
  [{ taskId: 'a', id: 'b' }, undefined, 'a'],
  [{ task_id: 7 }, undefined, 7],
  [{ key: 'c', id: 'b' }, undefined, 'c'],
  [{ id: 'b', uuid: 'd' }, undefined, 'b'],
  [{ data: { id: 'e' } }, undefined, 'e'],
  [{ id: { nested: 'f' } }, undefined, undefined],
  [{ slug: 'g', id: 'b' }, 'slug', 'g'],
  [['h'], undefined, undefined],
])('the id in %j with the known property %s is %s', (body, idProperty, id) => {
  expect(findId(body, { ...TASKS, idProperty })).toBe(id);
});

test.each<[string, string, boolean]>([
  ['/categories/{id}', 'categoryId', true],
  ['/boxes/{id}', 'box_id', true],
  ['/movies/{id}', 'movieID', false],
  ['/statuses/{id}', 'statusId', true],
  ['/tasks/{id}', 'tasksId', false],
])('for %s, %s is the id: %s', (itemPath, name, isFound) => {
  expect(findId({ [name]: 'a' }, { itemPath, conventions, idProperty: undefined })).toBe(
    isFound ? 'a' : undefined,
  );
});

test.each<[string, JsonValue, string | undefined]>([
  ['/schema/{className}', { class: 'a', name: 'b' }, 'a'],
  ['/flags/{flag_key}', { flag: 'a' }, 'a'],
  ['/customers/{external_customer_id}', { slug: 'b', external_id: 'a' }, 'a'],
  ['/customers/{external_customer_id}', { id: 'a', external_id: 'b' }, 'a'],
  ['/{owner}/{repo}', { ownerId: 'a' }, undefined],
])('for %s, the id in %j is %s', (itemPath, body, id) => {
  expect(findId(body, { itemPath, conventions, idProperty: undefined })).toBe(id);
});

test.each<[JsonValue, JsonValue, string | undefined]>([
  [{ id: 'x', slug: 'a' }, 'a', 'slug'],
  [{ number: 7 }, '7', 'number'],
  [{ name: 'a', id: 'a' }, 'a', 'id'],
  [{ data: { code: 'a' } }, 'a', 'code'],
  [{ id: 'x' }, 'a', undefined],
  [null, 'a', undefined],
])('the property of %j with the id %j is %s', (body, id, property) => {
  expect(findIdProperty(body, TASKS, id)).toBe(property);
});

test.each([
  ['/issues/{issue_number}', { id: 'x', number: 7 }, 7],
  ['/codespaces/{codespaceName}', { id: 'x', name: 'a' }, 'a'],
  ['/open-issues/{issue_number}', { id: 'x', number: 7 }, 7],
  ['/issues/{number}', { id: 'x', name: 'a' }, 'x'],
  ['/issues/{issued}', { id: 'x', d: 'a' }, 'x'],
])('the id of a resource of %s with %j is %j', (itemPath, body, id) => {
  expect(findId(body, { itemPath, conventions, idProperty: undefined })).toBe(id);
});
