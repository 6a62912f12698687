// The list of mutants that are missed: the command fails where it is wrong, in either direction.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith, run } from '../folder-with.ts';
import { isWarned, joinResults, readResults } from './results.ts';
import { renderPage } from './table.ts';

const SCORE = fileURLToPath(new URL('score.ts', import.meta.url));

/** Scores a result that is known already, so that nothing is started. */
async function score(area: string, mutant: string, found: readonly string[]) {
  const result = { tool: 'contract-gate', seed: 1, area, mutant, found };
  await using folder = await folderWith({ 'r.jsonl': result });
  const words = [SCORE, '--missing', '--area', area, '--mutant', mutant, '--results', folder.at('r.jsonl')];
  return await run(process.execPath, words, { cwd: folder.path });
}

const MISSED = { area: 'order and ranges', mutant: 'the last page has a next one' };
const CAUGHT = { area: 'use by a client', mutant: 'the health needs a key' };
const CASES = [
  { ...MISSED, found: [], code: 0 },
  { ...MISSED, found: ['list-misses'], code: 1 },
  { ...CAUGHT, found: ['public-operation-rejected'], code: 0 },
  { ...CAUGHT, found: [], code: 1 },
];

test.each(CASES)('"$mutant", found by $found, exits with $code', async ({ area, mutant, found, code }) => {
  const { stdout, stderr, ...outcome } = await score(area, mutant, found);
  expect(outcome.code, stderr).toBe(code);
  expect(stdout).toContain(`${found.length} of 1 mutants caught, 0 of them with warnings only.`);
  const wrong = `not expected: ${mutant}, seed 1: ${found.length > 0 ? 'caught' : 'missed'}`;
  expect(stdout.includes(wrong)).toBe(code === 1);
});

test.each([
  [[], false],
  [['list-misses (warning)'], true],
  [['list-misses (warning)', 'server-error'], false],
])('a mutant with the findings %j is detected with warnings only: %s', (found, expected) => {
  expect(isWarned({ found })).toBe(expected);
});

const HERE = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test('the table contains the stored results, which are sorted and unique', async () => {
  const results = await readResults(HERE('results.jsonl'));
  expect(joinResults(results, [])).toEqual(results);
  const table = renderPage(results);
  const mutants = results.flatMap(({ mutant }) => mutant ?? []);
  expect(mutants.filter((mutant) => !table.includes(`| ${mutant} |`))).toEqual([]);
});

test('a later result is in place of an earlier one, and a time beside both', () => {
  const first = { tool: 'Dredd', seed: 1, area: CAUGHT.area, mutant: CAUGHT.mutant, found: ['GET /health'] };
  const later = { ...first, found: [] };
  const timed = { ...first, seconds: 2 };
  const gone = { ...first, mutant: 'a mutant that is no more' };
  expect(joinResults([first, gone, timed], [later])).toEqual([later, timed]);
});
