import { expect, test } from 'vitest';
import { FLEET_MUTANTS } from '../all-mutants.ts';
import { testFleet } from './test-fleet.ts';

test('a fleet that conforms has no findings', async () => {
  const { findings, statistics } = await testFleet(1);
  expect(findings).toEqual([]);
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeGreaterThan(1_000);
});

// One mutant for each check, each in one operation; `pnpm mutants` tests all.
const SAMPLE = [
  ['a PUT that creates returns 200', 'put-status', 'PUT /vehicles/{plate}'],
  ['a PUT that replaces returns 201', 'put-status', 'PUT /vehicles/{plate}'],
  ['If-Match is ignored', 'condition-ignored', 'PATCH /vehicles/{plate}'],
  ['If-None-Match is ignored', 'condition-ignored', 'GET /vehicles/{plate}'],
  ['the ETag of a change is another one than that of the next read', 'etag-stale', 'PATCH /vehicles/{plate}'],
  ['a member that a patch sets to null stays', 'update-lost', 'PATCH /vehicles/{plate}'],
  ['a patch replaces inner objects', 'update-changes-other-property', 'PATCH /vehicles/{plate}'],
  ['each page is ordered by itself', 'order-ignored', 'GET /vehicles'],
  ['the last day of a range does not belong to it', 'filter-misses', 'GET /vehicles'],
  ['the range of seats is ignored', 'filter-ignored', 'GET /vehicles'],
  ['only the first fuel counts', 'filter-ignored', 'GET /vehicles'],
  ['there is never a next page', 'list-misses', 'GET /vehicles'],
  ['the next page of the second is the second', 'list-repeats', 'GET /vehicles'],
  ['a photo is stored as text', 'file-differs', '/vehicles/{plate}/photo'],
  ['the export has a column more', 'body-schema', 'tag:vehicles'],
  ['an import loses its note', 'created-differs', 'POST /imports'],
  ['the requested language is ignored', 'language-differs', 'GET /terms'],
  ['a problem has another status than its response', 'problem-status', 'GET /vehicles/{plate}'],
  ['any password is accepted', 'unauthenticated-accepted', 'GET /vehicles'],
  ['a token to read may write', 'insufficient-scope-accepted', 'PUT /vehicles/{plate}'],
] as const;

test.each(SAMPLE)('a fleet in which %s is found by %s', async (name, check, operation) => {
  const mutant = Object.values(FLEET_MUTANTS)
    .flat()
    .find((one) => one.name === name);
  expect(mutant).toBeDefined();
  const { findings } = await testFleet(1, mutant, [operation]);
  expect(findings.map((finding) => finding.check)).toContain(check);
});
