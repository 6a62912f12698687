import { readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { MESSAGES } from '../change.ts';
import { WitnessSearch } from './witness.ts';

function prepare(schema: Schema) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  return readModel(document, 'a.json');
}

function findValues(before: Schema, after: Schema, message: keyof typeof MESSAGES) {
  const search = new WitnessSearch({ old: prepare(before), new: prepare(after) });
  const pointer = '#/components/schemas/A';
  const pair = { old: { schema: before, pointer }, new: { schema: after, pointer } };
  return search.findValues(MESSAGES[message], pair);
}

const SHORT: Schema = { type: 'string', maxLength: 2 };
const LONG: Schema = { type: 'string', maxLength: 4 };

// A request breaks if the old document allows it and the new one does not, a response the other way round.
test.each<[Schema, Schema, keyof typeof MESSAGES, boolean]>([
  [LONG, SHORT, 'request', true],
  [SHORT, LONG, 'request', false],
  [SHORT, LONG, 'response', true],
  [LONG, SHORT, 'response', false],
  [LONG, SHORT, 'callback-response', true],
  [SHORT, LONG, 'callback-request', true],
  [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'request', true],
  [{}, { not: { const: 1 } }, 'response', false],
])('from %j to %j, a %s breaks: %s', (before, after, ...[message, isBroken]) => {
  expect(findValues(before, after, message).values.length > 0).toBe(isBroken);
});

test('a value is allowed by the sender and rejected by the receiver', () => {
  const { values, isComplete } = findValues({ enum: ['a', 'b'] }, { enum: ['a'] }, 'request');
  expect({ values, isComplete }).toEqual({ values: ['b'], isComplete: true });
});

test.each<['request' | 'response', boolean]>([
  ['request', false],
  ['response', true],
])('a read-only member is no part of a %s: %s', (message, isBroken) => {
  const size = (maximum: number): Schema => ({
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', readOnly: true, minimum: 0, maximum } },
  });
  const [before, after] = message === 'request' ? [size(9), size(3)] : [size(3), size(9)];
  expect(findValues(before, after, message).values.length > 0).toBe(isBroken);
});
