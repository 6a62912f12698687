// JSON Merge Patch (RFC 7396) of resources and of single values.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const object = (properties: JsonObject) => ({ type: 'object', properties });
const close = (schema: JsonObject) => ({ ...schema, additionalProperties: false });
const THING = object({
  id: { ...text, readOnly: true },
  color: { type: ['string', 'null'] },
  anything: true,
  address: object({ street: text, note: { anyOf: [text, { type: 'null' }] } }),
  labels: { type: 'object', additionalProperties: true },
  discount: { oneOf: [object({ percent: text }), object({ amount: text })].map(close) },
});

function createThingsMock(): Mock {
  const json = (schema: JsonValue) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const patch = { content: { 'application/merge-patch+json': { schema: { type: 'object' } } } };
  const change = { requestBody: patch, responses: { '200': json(THING) } };
  const shown = { description: 'Done', content: { 'application/json': { schema: THING, example: {} } } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const paths = {
    '/things': { post: { requestBody: json(THING), responses: { '201': json(THING) } } },
    '/things/{id}': { parameters: [id], get: { responses: { '200': json(THING) } }, patch: change },
    '/setting': { get: { responses: { '200': shown } }, patch: change },
  };
  return createMock({ openapi: '3.1.1', info: { title: 'Things', version: '1' }, paths });
}

test('an object of another alternative replaces the existing one', async () => {
  const mock = createThingsMock();
  const { body } = await ask(mock, 'POST /things', { body: { discount: { percent: '5' } } });
  const patch = { discount: { amount: '3' } };
  expect((await ask(mock, `PATCH /things/${String(body.id)}`, { body: patch })).body).toMatchObject(patch);
});

const NESTED: readonly (readonly [current: JsonObject, patch: JsonObject, patched: JsonObject])[] = [
  [{ color: 'red' }, { color: null }, { color: null }],
  [{ anything: 1 }, { anything: null }, { anything: null }],
  [
    { address: { street: 'A', note: 'B' } },
    { address: { street: 'C' } },
    { address: { street: 'C', note: 'B' } },
  ],
  [{ address: { street: 'A', note: 'B' } }, { address: { street: null } }, { address: { note: 'B' } }],
  [
    { address: { street: 'A', note: 'B' } },
    { address: { note: null } },
    { address: { street: 'A', note: null } },
  ],
  [{}, { address: { street: null, note: 'B' } }, { address: { note: 'B' } }],
  [{ labels: { a: 1, b: 2 } }, { labels: { a: null } }, { labels: { b: 2 } }],
  [{ labels: { a: 1 } }, { labels: { a: { b: null, c: 3 } } }, { labels: { a: { c: 3 } } }],
  [{ labels: { a: [1, 2] } }, { labels: { a: [{ b: null }] } }, { labels: { a: [{ b: null }] } }],
];

test.each(NESTED)('a resource with %j and the patch %j has %j', async (current, patch, patched) => {
  const mock = createThingsMock();
  const { body: created } = await ask(mock, 'POST /things', { body: current });
  const path = `/things/${String(created.id)}`;
  expect((await ask(mock, `PATCH ${path}`, { body: patch })).body).toEqual({ id: created.id, ...patched });
  expect((await ask(mock, `GET ${path}`)).body).toEqual({ id: created.id, ...patched });
});

test.each(NESTED)('a single value with %j and the patch %j has %j', async (current, patch, patched) => {
  const mock = createThingsMock();
  await ask(mock, 'PATCH /setting', { body: current });
  await ask(mock, 'PATCH /setting', { body: patch });
  expect((await ask(mock, 'GET /setting')).body).toEqual(patched);
});
