import type { JsonObject, JsonValue, Method, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { applyJsonPatch, findJsonPatch, listPatchedNames } from './json-patch.ts';

const VALUE = { name: 'Rex', tags: ['a', 'b'], owner: { name: 'Ann', age: null }, 'a/b': { '~': 1 } };

test.each<[JsonObject, JsonObject]>([
  [{ op: 'add', path: '/color', value: 'red' }, { color: 'red' }],
  [{ op: 'add', path: '/name', value: null }, { name: null }],
  [{ op: 'add', path: '/tags/-', value: 'c' }, { tags: ['a', 'b', 'c'] }],
  [{ op: 'add', path: '/tags/0', value: 'c' }, { tags: ['c', 'a', 'b'] }],
  [{ op: 'add', path: '/tags/2', value: 'c' }, { tags: ['a', 'b', 'c'] }],
  [{ op: 'add', path: '/owner/city', value: 'X' }, { owner: { name: 'Ann', age: null, city: 'X' } }],
  [{ op: 'remove', path: '/tags/0' }, { tags: ['b'] }],
  [{ op: 'remove', path: '/owner/age' }, { owner: { name: 'Ann' } }],
  [{ op: 'replace', path: '/tags/1', value: ['c'] }, { tags: ['a', ['c']] }],
  [{ op: 'replace', path: '/a~1b/~0', value: 2 }, { 'a/b': { '~': 2 } }],
  [{ op: 'copy', from: '/owner', path: '/name' }, { name: { name: 'Ann', age: null } }],
  [{ op: 'move', from: '/tags/0', path: '/tags/1' }, { tags: ['b', 'a'] }],
  [{ op: 'move', from: '/name', path: '/name' }, {}],
  [{ op: 'test', path: '/owner', value: { age: null, name: 'Ann' } }, {}],
  [{ op: 'test', path: '/name', value: 'Rex', other: 1 }, {}],
])('%j changes %j', (operation, changes) => {
  const before = structuredClone(VALUE);
  expect(applyJsonPatch(VALUE, [operation])).toEqual({ value: { ...VALUE, ...changes } });
  expect(VALUE).toEqual(before);
});

test('operations follow one another, and may replace or remove members and the whole', () => {
  const operations = [
    { op: 'replace', path: '', value: { a: 1, b: 2 } },
    { op: 'remove', path: '/a' },
    { op: 'move', from: '/b', path: '/c' },
  ];
  expect(applyJsonPatch(VALUE, operations)).toEqual({ value: { c: 2 } });
});

test.each<JsonValue>([
  { op: 'remove', path: '/color' },
  { op: 'remove', path: '' },
  { op: 'remove', path: '/tags/2' },
  { op: 'replace', path: '/color', value: 1 },
  { op: 'replace', path: '/name' },
  { op: 'add', path: '/name' },
  { op: 'add', path: '/tags/3', value: 1 },
  { op: 'add', path: '/tags/01', value: 1 },
  { op: 'add', path: '/tags/x', value: 1 },
  { op: 'add', path: '/name/x', value: 1 },
  { op: 'add', path: '/color/x', value: 1 },
  { op: 'add', path: 'name', value: 1 },
  { op: 'add', path: '', value: 1 },
  { op: 'copy', from: '/color', path: '/name' },
  { op: 'copy', path: '/name' },
  { op: 'move', from: '/color', path: '/name' },
  { op: 'move', from: '/owner', path: '/owner/name' },
  { op: 'test', path: '/name', value: 'Max' },
  { op: 'test', path: '/color', value: null },
  { op: 'remove', path: '/toString' },
  { op: 'merge', path: '/name', value: 1 },
  { op: 'remove' },
  'remove',
])('%j cannot be applied', (operation) => {
  const operations = [{ op: 'add', path: '/color2', value: 1 }, operation];
  expect(applyJsonPatch(VALUE, operations).problem).toMatch(/cannot be applied$|must be an object$/);
});

test('a member may have any name', () => {
  const { value } = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { a: 1 } }]);
  expect([JSON.stringify(value), Object.getPrototypeOf(value)]).toEqual([
    '{"__proto__":{"a":1}}',
    Object.prototype,
  ]);
});

const OPERATION = { op: 'remove', path: '/name' };

test.each<[method: Method, type: string, body: JsonValue, isPatch: boolean]>([
  ['patch', 'application/json-patch+json', [OPERATION], true],
  ['patch', 'application/json-patch+json; charset=utf-8', [{}], true],
  ['patch', 'application/json', [OPERATION], true],
  ['patch', 'application/json', [OPERATION, { path: '/name' }], false],
  ['patch', 'application/json-patch+json', OPERATION, false],
  ['patch', 'application/merge-patch+json', { name: null }, false],
  ['patch', 'application/json', [], false],
  ['put', 'application/json', [OPERATION], false],
  ['put', 'application/json-patch+json', [OPERATION], true],
])('a %s of the type %s with the body %j is a JSON Patch: %s', (...[method, type, body, isPatch]) => {
  const call = { body, headers: { 'content-type': type }, operation: { method } as Operation };
  expect(findJsonPatch(call) !== undefined).toBe(isPatch);
});

test('lists the members that operations change', () => {
  const operations = [OPERATION, { op: 'add', path: '/a~1b/c', value: 1 }, { op: 'add', path: '' }, 1];
  expect(listPatchedNames(operations)).toEqual(['name', 'a/b']);
});
