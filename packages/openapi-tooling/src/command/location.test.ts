import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { resolveLocation } from './location.ts';

test.each([
  ['api.yaml', resolve('api.yaml')],
  ['/api.yaml', resolve('/api.yaml')],
  ['https:api.yaml', resolve('https:api.yaml')],
  ['https://example.com/a.yaml', 'https://example.com/a.yaml'],
])('%s is %s', (location, expected) => {
  expect(resolveLocation(location)).toBe(expected);
});
