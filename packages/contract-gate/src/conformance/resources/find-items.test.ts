import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { readModel } from '@keyframe/openapi-model';
import { createReader } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { Exchange } from '../session/session.ts';
import { findOnlyItems } from './find-items.ts';

const LIST = { type: 'array', items: { type: 'object' } };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

test.each<[schema: JsonObject, value: JsonValue, count: number | undefined]>([
  [LIST, [{}, {}], 2],
  [object({ items: LIST }), { items: [{}] }, 1],
  [object({ items: LIST, errors: LIST }), { items: [{}], errors: [] }, undefined],
  [object({ items: LIST, errors: LIST }), { items: [{}] }, 1],
  [object({ name: { type: 'string' } }), { name: 'a' }, undefined],
])('with the schema %j, %j has %s items that are the only ones', (schema, value, count) => {
  const content = { 'application/json': { schema } };
  const paths = { '/items': { get: { responses: { 200: { description: 'x', content } } } } };
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths };
  const reader = createReader(readModel(document, 'document'));
  const [operation] = reader.model.operations;
  const exchange = { operation, body: { kind: 'json', value } } as unknown as Exchange;
  expect(findOnlyItems(exchange, reader)?.length).toBe(count);
});
