// A finding is an error only if the document, the configuration or a standard is certain about it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listBases, rateBasis } from '../session/basis.ts';
import * as checks from './index.ts';

const CHECKS = Object.values(checks);

const FOLDER = join(import.meta.dirname, '..');
const SOURCES = globSync('**/*.ts', { cwd: FOLDER })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(FOLDER, path), 'utf8') }));

test('only conventions and gaps are no errors', () => {
  expect(Object.fromEntries(listBases().map(({ name, severity }) => [name, severity]))).toEqual({
    schema: 'error',
    promise: 'error',
    failure: 'error',
    convention: 'warning',
    untested: 'warning',
    incomplete: 'warning',
    contradiction: 'note',
    setup: 'note',
  });
});

// Lists, pages, filters, orders and the states of callbacks are known by names.
const IS_KNOWN_BY_NAME =
  /^(?:list|page|filter|order|total)-|-disagrees$|-after-callback$|^created-|^id-|^read-(?:changes|fails)$/;

test.each(CHECKS.filter(({ id }) => IS_KNOWN_BY_NAME.test(id)))('$id is a warning', ({ basis }) => {
  expect(rateBasis(basis)).toBe('warning');
});

const READS_NAMES = /\bconventions\b|\bPromiseSource\b|\bpolicy\b/;

test.each(SOURCES.filter(({ path, text }) => path.startsWith('checks/') && READS_NAMES.test(text)))(
  '$path reads names or texts, and has findings with the basis of a convention',
  ({ text }) => {
    expect(text).toContain("'convention'");
  },
);

test('no module but those of bases and findings chooses a severity', () => {
  const choosing = SOURCES.filter(({ text }) => /\bseverity\b/.test(text)).map(({ path }) => path);
  expect(choosing.toSorted()).toEqual(['session/basis.ts', 'session/check.ts', 'session/findings.ts']);
});

const READS_TEXT = /\.(?:description|summary)\b|\b(?:description|summary) = ''/;

test('two modules read English text: they mark policies that only a text states', () => {
  const readers = SOURCES.filter(({ text }) => READS_TEXT.test(text)).map(({ path }) => path);
  expect(readers.toSorted()).toEqual(['callbacks/retry-policy.ts', 'requests/idempotency-policy.ts']);
});

test('the guide contains the table of bases', () => {
  const guide = new URL('../../../../../apps/docs/src/content/docs/guides/gate-reports.md', import.meta.url);
  const text = readFileSync(guide, 'utf8');
  const rows = listBases().map((basis) => `| \`${basis.name}\` | ${basis.severity} | ${basis.text} |`);
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
