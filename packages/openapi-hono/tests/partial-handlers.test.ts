// An app may serve some operations of a document: the others are omitted, or respond with 501.
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { documentOfPaths, generated } from './mount.ts';

const get = (operationId: string) => ({ get: { operationId, responses: { 200: { description: 'Fine' } } } });
const { registerRoutes, documentOf } = await generated(documentOfPaths({ '/a': get('a'), '/b': get('b') }));
const handlers = { a: (context: { text: (text: string) => Response }) => context.text('a') };

async function ask(options: object) {
  const app = registerRoutes(new OpenAPIHono(), handlers, options);
  const statuses = await Promise.all(['/a', '/b'].map(async (path) => (await app.request(path)).status));
  return { statuses, paths: Object.keys(documentOf(app).paths as object) };
}

test('omits operations without a handler from the app and its document', async () => {
  const { statuses } = await ask({ unimplemented: 'leave-out' });
  expect(statuses).toEqual([200, 404]);
  const app = registerRoutes(new OpenAPIHono(), handlers, { unimplemented: 'leave-out' });
  expect(documentOf(app).paths).toMatchObject({ '/a': { get: { operationId: 'a' } }, '/b': {} });
  expect(Object(documentOf(app).paths)['/b'].get).toBeUndefined();
});

test('operations without a handler answer 501, in the words of the app', async () => {
  const { statuses, paths } = await ask({ unimplemented: 'answer-501' });
  expect(statuses).toEqual([200, 501]);
  expect(paths).toEqual(['/a', '/b']);
  const app = new OpenAPIHono();
  app.onError((error, context) => context.text(error.message, 503));
  registerRoutes(app, handlers, { unimplemented: 'answer-501' });
  expect(await (await app.request('/b')).text()).toBe('Not Implemented');
});

test('an operation without a handler is an error unless it is said what becomes of it', () => {
  expect(() => registerRoutes(new OpenAPIHono(), handlers)).toThrow(/No handler for /);
});
