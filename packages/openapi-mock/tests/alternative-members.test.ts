import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const demand = (...required: string[]): JsonObject => ({ required });
const NOTE = {
  type: 'object',
  properties: { title: text, link: text, east: text, north: text },
  oneOf: [demand('link'), demand('east', 'north')],
};

test.each<[JsonObject, JsonObject]>([
  [{ link: 'a' }, { east: '1', north: '2' }],
  [{ east: '1', north: '2', title: 'x' }, { link: 'a' }],
])('a resource has the alternative %j that its request sets, then %j', async (first, second) => {
  const json = (schema: JsonValue) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const paths = {
    '/notes': {
      post: {
        requestBody: json(NOTE),
        responses: { '201': json({ type: 'object', required: ['id'], properties: { id: text } }) },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { responses: { '200': json(NOTE) } },
      put: { requestBody: json(NOTE), responses: { '200': json(NOTE) } },
    },
  };
  const mock = createMock({ openapi: '3.1.1', info: { title: 'Notes', version: '1' }, paths });
  const { body } = await ask(mock, 'POST /notes', { body: first });
  const path = `/notes/${String(body.id)}`;
  expect((await ask(mock, `GET ${path}`)).body).toEqual(first);
  await ask(mock, `PUT ${path}`, { body: second });
  expect((await ask(mock, `GET ${path}`)).body).toEqual(second);
});
