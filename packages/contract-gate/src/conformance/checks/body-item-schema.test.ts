import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { bodyItemSchema } from './body-item-schema.ts';

const TASK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const DATA = { type: 'string', contentMediaType: 'application/json', contentSchema: TASK };
const EVENT = { type: 'object', required: ['data'], properties: { event: { const: 'task' }, data: DATA } };
const CONTENT = { 'application/jsonl': { itemSchema: TASK }, 'text/event-stream': { itemSchema: EVENT } };

function check(contentType: string, text: string) {
  const responses = { 200: { description: 'ok', content: CONTENT } };
  const document = {
    openapi: '3.2.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses } } },
  };
  const model = readModel(document as JsonValue, 'a.json');
  const [operation] = model.operations;
  if (!operation) throw new Error('The operation is missing.');
  return bodyItemSchema.run({
    operation,
    request: { method: 'GET', target: '/a', headers: [] },
    response: { status: 200, headers: [['content-type', contentType]], body: Buffer.from(text) },
    documented: operation.responses[0],
    body: { kind: 'other' },
    space: new SchemaSpace(new ExactValidators(model), 'response'),
  });
}

test.each([
  ['application/jsonl', '{"id":1}\n{"id":2}\n'],
  ['application/jsonl', ''],
  ['text/event-stream', ': hello\n\nevent: task\ndata: {"id":1}\n\n'],
])('accepts %s with %j', (contentType, text) => {
  expect(check(contentType, text)).toEqual([]);
});

test.each([
  ['a wrong member', 'application/jsonl', '{"id":1}\n{"id":"x"}\n', 'item 1'],
  ['a missing member', 'application/jsonl', '{}\n', 'item 0'],
  [
    'a line that is cut off',
    'application/jsonl',
    '{"id":1}\n{"id"',
    'Item 1 of the 200 response cannot be read',
  ],
  ['wrong data', 'text/event-stream', 'event: task\ndata: {"id":"x"}\n\n', 'item 0'],
  ['another event', 'text/event-stream', 'event: other\ndata: {"id":1}\n\n', 'item 0'],
  ['data that is not JSON', 'text/event-stream', 'event: task\ndata: {\n\n', 'cannot be read'],
])('finds %s', (...[, contentType, text, message]) => {
  const [violation] = check(contentType, text);
  expect(violation?.message).toContain(message);
});
