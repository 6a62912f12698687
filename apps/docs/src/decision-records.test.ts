import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseDecisionRecord, printDecisionIndex, readDecisionRecords } from './decision-records.ts';

const FOLDER = fileURLToPath(new URL('../decisions', import.meta.url));
const records = readDecisionRecords(FOLDER);
const readme = readFileSync(`${FOLDER}/README.md`, 'utf8');

test('each number up to the last one has one record, or a line that says why not', () => {
  const numbers = records.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const all = Array.from({ length: Number(numbers.at(-1)) }, (_, index) =>
    String(index + 1).padStart(4, '0'),
  );
  const [, unused = ''] = readme.split('## Numbers without a record');
  const listed: readonly string[] = unused.match(/\b\d{4}\b/g) ?? [];
  expect(all.filter((number) => numbers.includes(number) === listed.includes(number))).toEqual([]);
});

test('the index lists every record with its status', () => {
  const index = printDecisionIndex(records);
  expect(index.match(/^\| \[\d{4}\]/gm)).toHaveLength(records.length);
  expect(index).toContain('| Callbacks: the outbox is the queue | superseded in part by [0030](0030-');
  for (const number of ['0021', '0046', '0069'])
    expect(index).toMatch(new RegExp(`^\\| \\[${number}\\].*superseded in part by \\[0094\\]`, 'm'));
});

test.each([
  ['no front matter', '# 0001: Title\n'],
  ['a title without a subject', '---\ntitle: A choice\nstatus: accepted\n---\n'],
  ['an unknown status', '---\ntitle: "Docs: a choice"\nstatus: done\n---\n'],
  ['a superseded record without a successor', '---\ntitle: "Docs: a choice"\nstatus: superseded\n---\n'],
  [
    'an accepted record with a successor',
    '---\ntitle: "Docs: a choice"\nstatus: accepted\nsuperseded-by: "0002"\n---\n',
  ],
])('rejects a record with %s', (_, text) => {
  expect(() => parseDecisionRecord('0001-a.md', text)).toThrow(/^0001-a\.md: /);
});
