import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

function createThingsMock(thing: JsonObject) {
  const content = { 'application/json': { schema: thing } };
  const request = { 'application/json': { schema: { type: 'object' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        post: {
          requestBody: { content: request },
          responses: { '201': { description: 'Created', content } },
        },
      },
      '/things/{id}': { parameters: [id], get: { responses: { '200': { description: 'Read', content } } } },
    },
  });
}

test('resources whose ids are few are created without end', async () => {
  const mock = createThingsMock({
    type: 'object',
    required: ['id'],
    properties: { id: { enum: ['a', 'b'] } },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await ask(mock, 'POST /things', { body: {} })).status);
  expect(statuses).toEqual([201, 201, 201, 201]);
});

test('resources whose schema accepts nothing are remembered', async () => {
  const open = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const mock = createThingsMock({ additionalProperties: false, allOf: [open] });
  const { body } = await ask(mock, 'POST /things', { body: {} });
  expect(body.id).toBeDefined();
  expect((await ask(mock, `GET /things/${body.id}`)).body).toEqual(body);
});
