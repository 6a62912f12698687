import type { JsonValue, Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createOrigin } from '../../../tests/schema-origin.ts';
import { acceptsWithMember, listCandidates, listMemberCandidates, withoutMember } from './candidates.ts';

function list(before: Schema, after: Schema, hints: readonly JsonValue[] = []): JsonValue[] {
  return [...listCandidates(createOrigin(before), createOrigin(after), hints)].flat();
}

test('hints come first', () => {
  const [first] = listCandidates(createOrigin({ type: 'string' }), createOrigin({ type: 'string' }), [
    'a',
    1,
  ]);
  expect(first).toEqual(['a', 1]);
});

test.each<[string, Schema, Schema, JsonValue]>([
  ['a length', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }, 'xxxxxx'],
  ['a size of lists', { type: 'array' }, { type: 'array', maxItems: 1 }, ['item0', 'item1']],
  ['a constant', { enum: ['a', 'b'] }, { enum: ['a'] }, 'b'],
  [
    'a number of members',
    { type: 'object' },
    { type: 'object', maxProperties: 1 },
    { member0: 'undeclared', member1: 'undeclared' },
  ],
])('lists a value beyond the limit of %s', (_, before, ...[after, value]) => {
  expect(list(before, after)).toContainEqual(value);
});

const CARD: Schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { const: 1 }, name: { const: 'a' } },
};

test('lists objects with a member, and without it', () => {
  const ends = [createOrigin(CARD), createOrigin(CARD)] as const;
  const present = listMemberCandidates(...ends, { name: 'name', isPresent: true });
  expect(present).toContainEqual({ id: 1, name: 'a' });
  const absent = listMemberCandidates(...ends, { name: 'id', isPresent: false });
  expect(absent.every((value) => !Object.hasOwn(Object(value), 'id'))).toBe(true);
});

test.each<[JsonValue, string, boolean]>([
  [{}, 'id', true],
  [{}, 'name', false],
  [{ id: 1 }, 'name', true],
])('%j is accepted once it has %s: %s', (object, name, expected) => {
  expect(acceptsWithMember(createOrigin(CARD), object, name)).toBe(expected);
});

test.each<[JsonValue, JsonValue]>([
  [{ a: 1, b: 2 }, { b: 2 }],
  [{ b: 2 }, { b: 2 }],
  ['text', 'text'],
])('%j without a is %j', (value, expected) => {
  expect(withoutMember(value, 'a')).toEqual(expected);
});
