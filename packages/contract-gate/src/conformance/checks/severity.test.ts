// A finding is an error only if the document, or a standard, is certain about it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS } from './index.ts';

const FOLDER = join(import.meta.dirname, '..');
const SOURCES = globSync('**/*.ts', { cwd: FOLDER })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(FOLDER, path), 'utf8') }));

// Each is about a convention, or about what the gate could not test.
const WARNINGS = [
  'accept-ignored',
  'action-not-stored',
  'allow-wrong',
  'callback-unreached',
  'destructive-skipped',
  'head-differs',
  'operation-unreached',
];

test('checks of conventions are warnings, the others errors', () => {
  const warnings = CHECKS.filter(({ severity }) => severity === 'warning');
  expect(warnings.map(({ id }) => id).toSorted()).toEqual(WARNINGS);
});

const READS_TEXT = /\.(?:description|summary)\b|\b(?:description|summary) = ''/;

test('two modules read English text: they mark policies that only a text states', () => {
  const readers = SOURCES.filter(({ text }) => READS_TEXT.test(text)).map(({ path }) => path);
  expect(readers.toSorted()).toEqual(['callbacks/retry-policy.ts', 'requests/idempotency-policy.ts']);
});

test.each(
  SOURCES.filter(({ path, text }) => path.startsWith('checks/') && /PromiseSource|\bpolicy\b/.test(text)),
)('$path reports a policy of a text as a note', ({ text }) => {
  expect(text).toMatch(/'text' \? 'note'|isFromText \? \(?'note'/);
});
