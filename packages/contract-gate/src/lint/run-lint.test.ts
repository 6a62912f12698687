import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { requireRedocly } from './run-lint.ts';

test('a configuration of Redocly needs Redocly, and nothing else does', () => {
  expect(() => requireRedocly('redocly.yaml', undefined)).toThrow(UsageError);
  expect(() => requireRedocly('redocly.yaml', undefined)).toThrow(/redocly\.yaml need @redocly\/cli/);
  expect(() => requireRedocly('redocly.yaml', '/bin/redocly')).not.toThrow();
  expect(() => requireRedocly(undefined, undefined)).not.toThrow();
});
