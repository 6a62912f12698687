import type { Encoding, JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeForm } from './write-form.ts';

test.each<[encoding: Partial<Encoding>, value: JsonObject, expected: string]>([
  [{}, { a: 'b c', d: [1, 2] }, 'a=b%20c&d=1&d=2'],
  [{}, { a: { b: 1 } }, 'a=%7B%22b%22%3A1%7D'],
  [{ style: 'deepObject' }, { a: { b: 1, c: [2] } }, 'a[b]=1&a[c][0]=2'],
  [{ style: 'form', explode: false }, { a: [1, 2] }, 'a=1,2'],
  [{ contentType: 'application/json' }, { a: [{ b: 1 }, 2] }, 'a=%7B%22b%22%3A1%7D&a=2'],
])('writes with the encoding %j of "a" the form %j as %s', (encoding, value, expected) => {
  const { contentType, style, explode, allowReserved } = encoding;
  const field = { contentType, style, explode, allowReserved, name: 'a', headers: [], pointer: '#' };
  expect(writeForm({ encoding: [field] }, value)).toBe(expected);
});
