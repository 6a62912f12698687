import { expect, test } from 'vitest';
import { readFirstPage } from './first-page.ts';

test.each([
  [{}, 1],
  [true, 1],
  [{ minimum: 0 }, 0],
  [{ minimum: 0, default: 0 }, 0],
  [{ minimum: 0, default: 1 }, 1],
  [{ minimum: 1 }, 1],
  [{ minimum: 0, default: null }, 0],
])('the first page of a parameter with the schema %j is %i', (schema, page) => {
  expect(readFirstPage({ schema: { schema, pointer: '#' } })).toBe(page);
});

test('the first page of a parameter without a schema is 1', () => {
  expect(readFirstPage({ schema: undefined })).toBe(1);
});
