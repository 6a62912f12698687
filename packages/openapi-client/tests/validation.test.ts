// Clients with `--validate`: a response that its schema rejects is an error that names the member.
import { sValidator } from '@hono/standard-validator';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../src/index.ts';
import { type GeneratedFolder, generateIntoFolder } from './support/generated-folder.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const TASK_DATA = { type: 'string', contentMediaType: 'application/json', contentSchema: ref('Task') };

const DOCUMENT: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Tasks', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/tasks': {
      get: {
        operationId: 'listTasks',
        responses: {
          200: { description: 'Tasks.', content: json({ type: 'array', items: ref('Task') }) },
          '4XX': { description: 'A failure.', content: json(ref('Problem')) },
        },
      },
    },
    '/changes': {
      get: {
        operationId: 'watchTasks',
        responses: {
          200: {
            description: 'Changes.',
            content: {
              'application/jsonl': { 'x-item-schema': ref('Task') },
              'text/event-stream': { 'x-item-schema': { properties: { data: TASK_DATA } } },
            },
          },
        },
      },
    },
    '/range': {
      get: {
        operationId: 'getRange',
        responses: { 200: { description: 'Any type.', content: { '*/*': { schema: ref('Task') } } } },
      },
    },
    '/other': {
      get: {
        operationId: 'getOther',
        responses: {
          200: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Task: {
        type: 'object',
        required: ['id', 'secret'],
        properties: {
          id: { type: 'integer', minimum: 1 },
          secret: { type: 'string', writeOnly: true },
          parent: ref('Task'),
          labels: { type: 'object', additionalProperties: { enum: ['a', 'b'] } },
        },
        additionalProperties: false,
      },
      Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    },
  },
};

interface Client {
  createClient: (options: object) => object;
  listTasks: (client: object) => Promise<unknown>;
  getRange: (client: object) => Promise<unknown>;
  watchTasks: (client: object) => Promise<AsyncIterable<{ id?: number; data?: { id: number } }>>;
  TaskSchema: StandardSchemaV1<unknown, { id: number; secret: string }>;
}

let folder: GeneratedFolder;
let client: Client;
beforeAll(async () => {
  folder = await generateIntoFolder(DOCUMENT, { validate: true });
  client = await import(`${folder.path}/index.ts`);
});
afterAll(() => folder[Symbol.asyncDispose]());

function call(body: unknown, status = 200): Promise<unknown> {
  const fetch = async () => Response.json(body, { status });
  return client.listTasks(client.createClient({ fetch, retries: 0 }));
}

test.each([
  [[{ id: 1, parent: { id: 2 }, labels: { x: 'a' } }], undefined],
  [{}, 'the body must be of type array (got object)'],
  [[{ id: 1 }, {}], '[1].id is required'],
  [[{ id: '1' }], '[0].id must be of type integer (got string)'],
  [[{ id: 1, parent: { id: 0 } }], '[0].parent.id does not match #/components/schemas/Task/properties/id'],
  [
    [{ id: 1, labels: { x: 'c' } }],
    '[0].labels.x does not match #/components/schemas/Task/properties/labels/additionalProperties',
  ],
  [[{ id: 1, secret: 'a' }], '[0].secret is not allowed'],
])('%j: %s', async (body, expected) => {
  const message =
    expected && `Request failed: GET https://api.example/tasks: 200, an invalid body: ${expected}`;
  const found = await call(body).then(
    () => undefined,
    (error: Error & { code: string }) => [error.code, error.message],
  );
  expect(found).toEqual(message && ['unexpected_response', message]);
});

test.each([
  ['application/json', '{"id":0}', 'unexpected_response'],
  ['application/vnd.task+json; charset=utf-8', '{"id":1}', undefined],
  ['text/plain', '{"id":0}', undefined],
  ['image/png', '{"id":0}', undefined],
])('checks a body by a range of media types if it is JSON: %s %s', async (type, body, expected) => {
  const fetch = async () => new Response(body, { headers: { 'content-type': type } });
  const data = client.getRange(client.createClient({ fetch, retries: 0 }));
  const code = await data.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
  expect(code).toBe(expected);
});

test('checks documented failures by their range', async () => {
  await expect(call({ title: 'Gone' }, 404)).rejects.toMatchObject({ code: 'api_error', status: 404 });
  const issue = { path: ['title'] };
  await expect(call({}, 404)).rejects.toMatchObject({ code: 'unexpected_response', status: 404, issue });
});

test.each([
  ['application/jsonl', '{"id":1}\n{"id":0}\n', '[1].id'],
  ['text/event-stream', 'data: {"id":1}\n\ndata: {"id":0}\n\n', '[1].data.id'],
])('checks the items of %s one by one', async (type, text, member) => {
  const fetch = async () => new Response(text, { headers: { 'content-type': type } });
  const items = await client.watchTasks(client.createClient({ fetch, retries: 0 }));
  const read: unknown[] = [];
  const reading = async () => {
    for await (const { id, data } of items) read.push(id ?? data?.id);
  };
  const message = `Request failed: GET https://api.example/changes: 200, an invalid body: ${member} does not match`;
  await expect(reading()).rejects.toMatchObject({
    code: 'unexpected_response',
    message: expect.stringContaining(message),
  });
  expect(read).toEqual([1]);
});

test('checks a success that only its class describes', async () => {
  await using any = await generateIntoFolder(DOCUMENT, { validate: true, statuses: 'any' });
  const { createClient, listTasks } = await import(`${any.path}/index.ts`);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const fetch = async () => new Response('[{}]', { status: 201, headers });
  await expect(listTasks(createClient({ fetch, retries: 0 }))).rejects.toMatchObject({
    issue: { path: [0, 'id'] },
  });
});

test('a component is a Standard Schema, which Hono accepts', async () => {
  const app = new Hono().post('/', sValidator('json', client.TaskSchema), (context) =>
    context.json(context.req.valid('json').id),
  );
  const post = (body: unknown) =>
    app.request('/', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const accepted = await post({ id: 3, secret: 'a' });
  expect([accepted.status, await accepted.json()]).toEqual([200, 3]);
  const rejected = await post({ id: 3 });
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { error: [{ message: 'is required', path: ['secret'] }] },
  ]);
});

test('an app ships only the validators of what it uses', async () => {
  const bundle = async (code: string) => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder.path, loader: 'ts' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      platform: 'browser',
    });
    return outputFiles[0]?.text ?? '';
  };
  expect(await bundle(`export { getOther } from './index.ts';`)).not.toContain('components/schemas');
  expect(await bundle(`export { ProblemSchema } from './index.ts';`)).not.toContain('schemas/Task');
});

test('rejects a document with a schema that cannot be decided', async () => {
  const endless = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: { anyOf: [ref('A')] } } },
  };
  await expect(generate(readModel(endless, 'a.json'), { validate: true })).rejects.toThrow(
    'refers to itself',
  );
  const schemas = { A: { patternProperties: { '^(a+)+\\1$': { type: 'string' } } } };
  await expect(
    generate(readModel({ ...endless, components: { schemas } }, 'a.json'), { validate: true }),
  ).rejects.toThrow('is open to ReDoS');
});
