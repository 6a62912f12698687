import { expect, test } from 'vitest';
import { isAboutState } from './agreement.ts';

test.each([
  ['created-differs', true],
  ['list-misses', true],
  ['read-fails', true],
  ['update-lost', true],
  ['deleted-readable', true],
  ['put-keeps-omitted-property', true],
  ['status-undocumented', false],
  ['operation-unreached', false],
  ['unauthenticated-accepted', false],
])('%s is about the state of resources: %s', (check, expected) => {
  expect(isAboutState({ check })).toBe(expected);
});
