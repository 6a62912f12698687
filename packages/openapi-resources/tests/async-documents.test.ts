import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DescribedWork, describeDocument } from './describe-document.ts';

const EXPECTED: Record<string, DescribedWork[]> = JSON.parse(
  readFileSync(new URL('expected-work.json', import.meta.url), 'utf8'),
);
const NAMES = readdirSync(new URL('async-documents', import.meta.url)).map((file) =>
  file.replace('.yaml', ''),
);

// Facts that only an overlay has.
const INCOMPLETE = ['bigquery', 'lxd', 'neon', 'replicate'];

test.each(NAMES)('the work of %s is read, with an overlay where the document lacks facts', async (name) => {
  expect(await describeDocument(name, true)).toEqual(EXPECTED[name]);
});

test.each(NAMES.filter((name) => !INCOMPLETE.includes(name)))('%s needs no overlay', async (name) => {
  expect(await describeDocument(name, false)).toEqual(EXPECTED[name]);
});

test('four fifths of the operations are read without an overlay', () => {
  const incomplete = INCOMPLETE.flatMap((name) => EXPECTED[name] ?? []);
  const all = Object.values(EXPECTED).flat();
  expect([all.length, all.length - incomplete.length]).toEqual([39, 33]);
});
