import { expect, test } from 'vitest';
import { findNearestNames, suggestNames } from './nearest-names.ts';

const NAMES = ['body-schema', 'header-schema', 'idempotency-ignored', 'idempotency-key-reused', 'status'];

test.each([
  ['body-schem', ['body-schema']],
  ['Body-Schema', ['body-schema', 'header-schema']],
  ['statsu', ['status']],
  ['idempotency', ['idempotency-ignored', 'idempotency-key-reused']],
  ['xyzzy', []],
  ['y', []],
])('%s is near %j', (name, near) => {
  expect(findNearestNames(name, NAMES)).toEqual(near);
});

test('suggests names that are near', () => {
  expect(suggestNames('idempotency', NAMES)).toBe(
    ' Did you mean idempotency-ignored or idempotency-key-reused?',
  );
  expect(suggestNames('xyzzy', NAMES)).toBe('');
});
