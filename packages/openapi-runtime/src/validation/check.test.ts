import { expect, test } from 'vitest';
import { type Check, findIssue, formatPath } from './check.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const NAME: Check = {
  pointer: '#/name',
  accepts: (value) => typeof value === 'string' && value !== '',
  types: ['string'],
};
const TASK: Check = {
  pointer: '#/Task',
  accepts: (value) => isObject(value) && findMembers(value).every(([name, one]) => accepts(name, one)),
  types: ['object'],
  required: ['name'],
  members: () => ({ name: NAME, parent: TASK }),
  others: () => NAME,
};
const NOTHING: Check = { pointer: '#/Nothing', accepts: () => false, types: [] };
const LIST: Check = {
  pointer: '#/List',
  accepts: (value) => Array.isArray(value) && value.length < 3 && value.every(TASK.accepts),
  types: ['array', 'null'],
  items: () => TASK,
};
const BOTH: Check = { pointer: '#/Both', accepts: LIST.accepts, all: () => [LIST] };

function findMembers(value: unknown): [string, unknown][] {
  return Object.entries({ name: undefined, ...(value as object) });
}

function accepts(name: string, value: unknown): boolean {
  return name === 'parent' ? TASK.accepts(value) : NAME.accepts(value);
}

test.each<[unknown, string | undefined]>([
  [[{ name: 'a' }], undefined],
  [{}, 'the body must be of type array or null (got object)'],
  [[{ name: 'a' }, 1], '[1] must be of type object (got number)'],
  [[{}], '[0].name is required'],
  [[{ name: 'a', parent: { name: '' } }], '[0].parent.name does not match #/name'],
  [[{ name: 'a', 'b-c': null }], '[0]["b-c"] must be of type string (got null)'],
  [[{ name: 'a' }, { name: 'b' }, { name: 'c' }], 'the body does not match #/List'],
])('%j: %s', (value, expected) => {
  const issue = findIssue(BOTH, value);
  expect(issue && `${formatPath(issue.path)} ${issue.message}`).toBe(expected);
});

test('rejects any value by a schema without types', () => {
  expect(findIssue(NOTHING, 1)).toEqual({ path: [], message: 'is not allowed' });
});
