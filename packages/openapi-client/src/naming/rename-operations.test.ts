import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readRenames } from './rename-operations.ts';

const get = (operationId?: string): JsonObject => ({
  get: { ...(operationId && { operationId }), responses: { 204: { description: 'None.' } } },
});
const { operations } = readModel(
  {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { '/a': get('listTasks'), '/b': get('getTask'), '/c': get() },
  },
  'a.json',
);

test('finds operations by their ids, and by method and path', () => {
  const found = readRenames(operations, { listTasks: 'list', 'GET /c': 'third' });
  expect([...found].map(([{ path }, name]) => [path, name])).toEqual([
    ['/a', 'list'],
    ['/c', 'third'],
  ]);
});

test.each([
  [
    { listTask: 'a' },
    'Operation listTask not found. Near it: listTasks, getTask. Use an operationId or "GET /path".',
  ],
  [{ somethingElse: 'a' }, 'Operation somethingElse not found. Use an operationId or "GET /path".'],
  [{ getTask: 'a b' }, 'Operation getTask cannot be renamed to "a b": it is not a JavaScript identifier.'],
  [{ getTask: 'a', listTasks: 'a' }, 'Operations getTask and listTasks cannot both be renamed to a.'],
])('%j: %s', (renames, message) => {
  expect(() => readRenames(operations, renames)).toThrow(message);
});
