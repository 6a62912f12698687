import { expect, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { judgeShop } from './judge-shop.ts';

test('a server that conforms has no findings', { timeout: 60_000 }, async () => {
  const { findings, statistics } = await judgeShop(1);
  expect(findings).toEqual([]);
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeGreaterThan(1_000);
});

// A few of them; `pnpm mutants` judges all.
const SAMPLE = [
  ['then is not held', 'invalid-request-accepted'],
  ['pages repeat an item', 'list-repeats'],
  ['a callback has another result than the job', 'callback-disagrees'],
  ['others may patch', 'foreign-changed'],
] as const;

test.each(SAMPLE)('a server in which %s is found by %s', { timeout: 60_000 }, async (name, check) => {
  const mutant = Object.values(MUTANTS)
    .flat()
    .find((one) => one.name === name);
  const { findings } = await judgeShop(1, mutant);
  expect(findings.map((finding) => finding.check)).toContain(check);
});
