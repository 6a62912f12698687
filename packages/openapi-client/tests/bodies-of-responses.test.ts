// Bodies of responses that a document describes little, or not at all.
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient } from '../src/document-client.ts';
import { generate } from '../src/index.ts';

const JSON_BODY = { content: { 'application/json': {} } };

function readOperation(operation: JsonObject, method = 'get') {
  const paths = { '/a': { [method]: { operationId: 'a', ...operation } } };
  return readModel({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }, 'a.json');
}

async function call(operation: JsonObject, response: Response, method?: string) {
  const model = readOperation(operation, method);
  let accept: string | null = null;
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://localhost',
    fetch: async (_, init) => {
      accept = new Headers(init?.headers).get('accept');
      return response;
    },
  });
  const [first] = model.operations;
  if (!first) throw new Error('The document has no operation.');
  const data = await client.send(define(first), {});
  return { data, accept };
}

const NONE = { description: 'Nothing more.' };
const DESCRIBED = { ...NONE, ...JSON_BODY };
const asText = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } });

test.each<[string, JsonObject, Response, unknown]>([
  [
    'JSON of a success without content',
    { responses: { 200: NONE } },
    Response.json([{ id: 1 }]),
    [{ id: 1 }],
  ],
  ['JSON of a range without content', { responses: { '2XX': NONE } }, Response.json([1]), [1]],
  ['JSON of a default without content', { responses: { default: NONE } }, Response.json([1]), [1]],
  ['text of a success without content', { responses: { 200: NONE } }, asText('a', 'text/plain'), 'a'],
  [
    'nothing of a success without content',
    { responses: { 201: NONE } },
    new Response('', { status: 201 }),
    undefined,
  ],
  ['JSON without any documented response', {}, Response.json([1]), [1]],
  ['JSON where only failures are documented', { responses: { 404: DESCRIBED } }, Response.json([1]), [1]],
  [
    'a success under the default of others',
    { responses: { 200: DESCRIBED, default: DESCRIBED } },
    Response.json([1], { status: 203 }),
    [1],
  ],
])('gives %s', async (...[, operation, response, data]) => {
  expect((await call(operation, response)).data).toEqual(data);
});

test('gives bytes of a success without content as a stream', async () => {
  const { data } = await call({ responses: { 200: NONE } }, asText('PNG', 'image/png'));
  expect(await new Response(data as unknown as ReadableStream).text()).toBe('PNG');
});

test('gives nothing for HEAD', async () => {
  const response = new Response(null, { headers: { 'content-type': 'image/png' } });
  expect((await call({ responses: { 200: NONE } }, response, 'head')).data).toBeUndefined();
});

test('rejects a failure of an operation without responses', async () => {
  const response = Response.json({}, { status: 404 });
  await expect(call({}, response)).rejects.toMatchObject({ code: 'unexpected_response', status: 404 });
});

test.each([
  [['application/xml', 'application/json'], 'application/json, application/xml'],
  [['text/csv', 'application/vnd.a+json'], 'application/vnd.a+json, text/csv'],
  [['application/json'], 'application/json'],
])('requests JSON first if the document lists %j', async (types, accept) => {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const result = await call({ responses: { 200: { ...NONE, content } } }, Response.json(1));
  expect(result.accept).toBe(accept);
});

test('warns of an operation that documents no response', async () => {
  const { warnings } = await generate(readOperation({}));
  expect(warnings.map(({ message }) => message)).toEqual([
    'GET /a documents no response: the data of any success is unknown, and any failure is unexpected.',
  ]);
});
