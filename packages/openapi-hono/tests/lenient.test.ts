// Errors in a document whose intent is clear, served by an app as intended.
import { expect, test } from 'vitest';
import { ask, documentOfPaths, generated } from './mount.ts';

const TASK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const DOCUMENT = documentOfPaths({
  '/tasks': {
    get: {
      operationId: 'listTasks',
      parameters: [
        {
          name: 'owner',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { maxLength: 3, type: 'string' },
        },
        { name: 'page', in: 'query', style: 'deepObject', schema: { type: 'integer' } },
      ],
      responses: { '2xx': { description: 'a', content: { 'application/json': { schema: TASK } } } },
    },
  },
});

const { mount, documentOf } = await generated(DOCUMENT, { lenient: true });

test('a deep object of a single value is read as name=value', async () => {
  const app = mount();
  const { body } = await ask(app, '/tasks?owner=me&page=2');
  expect(body).toEqual({ id: 'listTasks', query: { owner: 'me', page: 2 } });
  expect((await ask(app, '/tasks?owner[a]=b')).body).toEqual({ id: 'listTasks', query: {} });
  expect((await ask(app, '/tasks?owner=them')).status).toBe(400);
  expect((await ask(app, '/tasks?page=two')).status).toBe(400);
});

test('responses of a lower-case range are checked', async () => {
  const given: unknown[] = [];
  const answer = (body: object) => ({
    handlers: { listTasks: () => Response.json(body, { status: 201 }) },
    options: { responseValidation: { report: (violation: unknown) => given.push(violation) } },
  });
  expect((await ask(mount(answer({ id: 1 })), '/tasks')).status).toBe(201);
  expect(given).toEqual([]);
  await ask(mount(answer({ id: 'a' })), '/tasks');
  expect(given).toMatchObject([{ status: 201, issues: [{ where: 'body', path: ['id'] }] }]);
});

test('the app serves the document as it was written', () => {
  expect(JSON.parse(JSON.stringify(documentOf(mount())))).toEqual(DOCUMENT);
});
