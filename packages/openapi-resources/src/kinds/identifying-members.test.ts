import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { readBody } from '../document/operation-schemas.ts';
import { listIdentifyingMembers } from './identifying-members.ts';

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };
const SERVER_TEXT = { type: 'string', readOnly: true };

function list(properties: JsonObject, requested: readonly string[] = []): string[] {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const reader = createReader(
    readModel(
      {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: { '/orders': { get: { responses: { '200': { description: 'T', content } } } } },
      },
      'test',
    ),
  );
  const body = readBody(reader, reader.model.operations[0]?.responses[0]?.content[0]);
  return listIdentifyingMembers({
    itemPath: '/orders/{order}',
    properties: body ? collectProperties(body) : new Map(),
    requested: new Set(requested),
    things: new Set(['order', 'customer']),
    conventions: reader.conventions,
  });
}

test.each<[JsonObject, string[], string[]?]>([
  [{ id: { type: 'integer' }, name: TEXT }, ['id']],
  [{ _id: TEXT }, ['_id']],
  [{ ulid: TEXT, gid: TEXT }, ['ulid', 'gid']],
  [{ sid: TEXT, name: TEXT }, ['sid']],
  [{ id: TEXT, uid: TEXT, uuid: UUID }, ['id', 'uid', 'uuid']],
  [{ orderId: TEXT, order_id: TEXT }, ['orderId', 'order_id']],
  [{ lago_id: UUID, external_id: TEXT }, ['lago_id'], ['external_id']],
  [{ lago_id: TEXT }, ['lago_id']],
  [{ id: TEXT, account_id: TEXT, customer_id: UUID, lago_customer_id: UUID }, ['id']],
  [{ id: TEXT, number: SERVER_TEXT, status: SERVER_TEXT }, ['id', 'number']],
  [{ id: TEXT, number: TEXT }, ['id']],
  [{ id: { enum: ['a', 'b'] } }, []],
  [{ customer_id: TEXT }, []],
])('an order with %j is identified by %j', (properties, expected, requested) => {
  expect(list(properties, requested)).toEqual(expected);
});
