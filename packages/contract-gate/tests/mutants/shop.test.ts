import { expect, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { judgeShop } from './judge-shop.ts';

test('a server that conforms has no findings', { timeout: 300_000 }, async () => {
  const { findings, statistics } = await judgeShop(1);
  expect(findings).toEqual([]);
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeGreaterThan(1_000);
});

// A few of them, each in one operation; `pnpm mutants` judges all.
const SAMPLE = [
  ['then is not held', 'invalid-request-accepted', 'POST /items'],
  ['pages repeat an item', 'list-repeats', 'GET /items'],
  ['a callback has another result than the job', 'callback-disagrees', 'POST /jobs'],
  ['others may patch', 'foreign-changed', 'PATCH /items/{itemId}'],
  ['a response begins with a byte order mark', 'body-malformed', 'GET /health'],
  ['the header of a callback names another job', 'callback-disagrees', 'POST /jobs'],
] as const;

test.each(SAMPLE)(
  'a server in which %s is found by %s',
  { timeout: 300_000 },
  async (name, check, operation) => {
    const mutant = Object.values(MUTANTS)
      .flat()
      .find((one) => one.name === name);
    const { findings } = await judgeShop(1, mutant, [operation]);
    expect(findings.map((finding) => finding.check)).toContain(check);
  },
);
