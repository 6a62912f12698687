import type { JsonValue, Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createOrigin } from '../../../tests/schema-origin.ts';
import type { SchemaPair } from '../change.ts';
import { Embedding, gives, type Step, takes } from './embedding.ts';

test.each<[Schema, JsonValue, boolean, boolean]>([
  [{ type: 'object', properties: { a: true } }, { a: 1 }, true, true],
  [{ type: 'object', properties: { a: true } }, { b: 1 }, false, true],
  [{ type: 'string' }, 1, false, false],
])('%j gives %j: %s, and takes it: %s', (schema, value, ...expected) => {
  const origin = createOrigin(schema);
  expect([gives(origin, value), takes(origin, value)]).toEqual(expected);
});

function createPair(before: Schema, after: Schema): SchemaPair {
  const pointer = '#/components/schemas/A';
  return { old: { schema: before, pointer }, new: { schema: after, pointer } };
}

/** Puts a value of a changed part into the message that contains it. */
function embedText([before, after]: readonly [Schema, Schema], step?: Step) {
  const message = createPair(before, after);
  const part: SchemaPair = {
    old: { ...message.old, pointer: '#/components/schemas/A/old' },
    new: { ...message.new, pointer: '#/components/schemas/A/new' },
  };
  const ends = { giver: createOrigin(before), taker: createOrigin(after) };
  const embedding = new Embedding(
    () => ends,
    (pair) => (pair === part && step ? [{ pair: message, step }] : []),
  );
  return embedding.run(part, ['four']);
}

const text = (maxLength: number): Schema => ({ type: 'string', maxLength });
const card = (maxLength: number): Schema => ({
  type: 'object',
  required: ['id'],
  properties: { id: { const: 1 }, name: text(maxLength) },
});
const list = (maxLength: number): Schema => ({ type: 'array', items: text(maxLength) });
const map = (maxLength: number): Schema => ({ type: 'object', additionalProperties: text(maxLength) });

test.each<[string, [Schema, Schema], Step, unknown]>([
  ['a member', [card(4), card(2)], { kind: 'property', name: 'name' }, { id: 1, name: 'four' }],
  ['an item', [list(4), list(2)], { kind: 'item', index: 0 }, ['four']],
  ['an undeclared member', [map(4), map(2)], { kind: 'member' }, { undeclared: 'four' }],
  ['the value itself', [text(4), text(2)], { kind: 'same' }, 'four'],
])('a rejected value of %s shows in its message', (_, versions, ...[step, witness]) => {
  expect(embedText(versions, step)).toMatchObject({ state: 'confirmed', witness });
});

test('a message without holders is the value', () => {
  expect(embedText([text(4), text(2)])).toEqual({ state: 'confirmed', witness: 'four' });
});

test('a value that the receiver accepts in its message refutes the change', () => {
  const step: Step = { kind: 'property', name: 'name' };
  expect(embedText([card(4), card(4)], step)).toEqual({ state: 'refuted' });
});

test('a value that no message contains leaves the change undetermined', () => {
  expect(embedText([list(2), list(2)], { kind: 'item', index: 0 })).toEqual({ state: 'undetermined' });
});
