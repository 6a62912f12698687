import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generateTypes } from '../generate.ts';

const DESCRIBED = { description: 'b' };
const json = (schema: object) => ({ 'application/json': { schema } });
const reference = (folder: string) => ({ $ref: `#/components/${folder}/A` });

async function print(parts: object): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, ...parts };
  return generateTypes(readModel(JSON.parse(JSON.stringify(document)), 'a.json'));
}

test('omits the parameters that a client does not send', async () => {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const text = await print({
    paths: {
      '/a': {
        parameters: [header('Accept')],
        get: {
          parameters: [reference('parameters'), header('X-Trace')],
          responses: { 204: DESCRIBED },
        },
      },
    },
    components: { parameters: { A: header('authorization') } },
  });
  expect(text).not.toContain('Accept');
  expect(text).toMatch(/header: \{\n +'X-Trace': string;\n +\}/);
});

const EVENT = { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } };

test.each([
  ['a body of requests in a webhook', EVENT, /requestBody: \{\n +content/],
  ['a body without directions', { type: 'string' }, /requestBody: components\['requestBodies'\]\['A'\]/],
])('%s has the type of its direction', async (_, schema, expected) => {
  const post = {
    requestBody: { required: true, ...reference('requestBodies') },
    responses: { 204: DESCRIBED },
  };
  const text = await print({
    webhooks: { a: { post } },
    components: { requestBodies: { A: { required: true, content: json(schema) } } },
  });
  expect(text).toMatch(expected);
});

test('a reference that leads to no component is replaced by its target and its own description', async () => {
  const responses = { 200: { description: 'First.', content: json({ type: 'integer' }) } };
  const $ref = '#/paths/~1a/get/responses/200';
  const text = await print({
    paths: {
      '/a': { get: { operationId: 'a', responses } },
      '/b': { get: { operationId: 'b', responses: { 200: { $ref, description: 'Second.' } } } },
    },
  });
  expect(text).toMatch(/Second\. \*\/\n +200: \{[^}]*\}[^}]*content: \{\n +'application\/json': number/);
});

test('a callback is a webhook with the body that the client receives', async () => {
  const secret = { type: 'object', properties: { secret: { type: 'string', writeOnly: true }, id: {} } };
  const callbacks = {
    done: { '{$request.body#/url}': { post: { requestBody: { content: json(secret) } } } },
  };
  const text = await print({
    paths: { '/a': { post: { operationId: 'a', responses: { 204: DESCRIBED }, callbacks } } },
  });
  const [webhooks = ''] = /export interface webhooks [\s\S]*?\n\}/.exec(text) ?? [];
  expect(webhooks).toContain('a.done {$request.body#/url}');
  expect(webhooks).toContain('id?: unknown');
  expect(webhooks).not.toContain('secret');
});

test('bytes that only forms contain are files under their own name', async () => {
  const $ref = '#/components/schemas/Picture';
  const form = { type: 'object', properties: { picture: { $ref } } };
  const post = {
    operationId: 'a',
    requestBody: { content: { 'multipart/form-data': { schema: form } } },
    responses: { 204: DESCRIBED },
  };
  const text = await print({
    paths: { '/a': { post } },
    components: { schemas: { Picture: { type: 'string', format: 'binary' } } },
  });
  expect(text).toContain('Picture: Blob;');
  expect(text).toContain("picture?: components['schemas']['Picture']");
});
