import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { requireToolOf } from './run-lint.ts';

test('a configuration of Redocly needs Redocly, and nothing else does', () => {
  expect(() => requireToolOf('redocly.yaml', undefined)).toThrow(UsageError);
  expect(() => requireToolOf('redocly.yaml', undefined)).toThrow(/redocly\.yaml need @redocly\/cli/);
  expect(() => requireToolOf('redocly.yaml', '/bin/redocly')).not.toThrow();
  expect(() => requireToolOf(undefined, undefined)).not.toThrow();
});
