import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findUnknownId } from './unknown-id.ts';

const UUID = '0199c1a4-7f0e-7a52-8c7b-2f8f3f1d9f10';

test.each<[format: string, id: JsonValue, unknown: JsonValue]>([
  ['a number', 12, 770_012],
  ['a counter', '12', '12770000'],
  ['a counter with a prefix', 'item-12', 'item-12770000'],
  ['a word', 'red', '777'],
  ['a UUID', UUID, '0199c1a4-7f0e-7a52-8c7b-2f8f3f777777'],
  ['a ULID that ends with digits', '01KB2M4RZ7Q8N5XWVT3HGJ0012', '01KB2M4RZ7Q8N5XWVT3H777777'],
  ['a ULID that ends with letters', '01KB2M4RZ7Q8N5XWVT3HGJKMXZ', '01KB2M4RZ7Q8N5XWVT3H777777'],
  ['an ObjectId', '507f1f77bcf86cd799437777', '507f1f77bcf86cd799773333'],
  ['a text of other characters', 'é', 'é7'],
])('an unknown id in the format of %s, %j, is %j', (_format, id, unknown) => {
  expect(findUnknownId(id, () => true)).toBe(unknown);
});

test('an unknown id has another format if the path does not accept its own', () => {
  expect(findUnknownId('item-12', (one) => String(one).length <= 7)).toBe('item-77');
  expect(findUnknownId('item-12', () => false)).toBeUndefined();
});
