import { expect, test } from 'vitest';
import { pathMethods } from './path-methods.ts';

const methodsAt = pathMethods({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': { summary: 'Tasks', get: {}, post: {} },
    '/tasks/{id}': { get: {}, delete: {}, 'x-note': 1 },
    '/tasks/mine': { put: {} },
    '/tasks/{id}:cancel': { post: {} },
  },
});

test.each([
  ['/tasks', ['GET', 'POST']],
  ['/tasks/7', ['GET', 'DELETE']],
  ['/tasks/mine', ['PUT']],
  ['/tasks/7:cancel', ['POST']],
])('%s allows %j', (path, methods) => {
  expect(methodsAt(path)).toEqual(methods);
});

test.each(['/', '/task', '/tasks/', '/tasks/7/more', '/v1/tasks'])('the document has no path %s', (path) => {
  expect(methodsAt(path)).toEqual([]);
});
