import { expect, test } from 'vitest';
import { MUTANTS } from './all-mutants.ts';
import { testShop } from './test-shop.ts';

test('a server that conforms has no findings', async () => {
  const { findings, statistics } = await testShop(1);
  expect(findings).toEqual([]);
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeGreaterThan(1_000);
});

// A few mutants, each in one operation; `npm run mutants` tests all.
const SAMPLE = [
  ['then is not held', 'invalid-request-accepted', 'POST /items'],
  ['pages repeat an item', 'list-repeats', 'GET /items'],
  ['a callback has another result than the job', 'callback-disagrees', 'POST /jobs'],
  ['others may patch', 'other-owner-can-change', 'PATCH /items/{itemId}'],
  ['JSON is said to be in Latin-1', 'body-malformed', 'GET /health'],
  ['a response begins with a byte order mark', 'body-malformed', 'GET /health'],
  ['the header of a callback names another job', 'callback-disagrees', 'POST /jobs'],
  ['some jobs send no callback', 'callback-missing', 'POST /jobs'],
  ['a job goes back', 'callback-disagrees', 'POST /jobs'],
  ['a job is queued again after its callback', 'state-reverted-after-callback', 'POST /jobs'],
  ['a callback loses the query of its URL', 'callback-url', 'POST /jobs'],
  ['a request without a key is carried out', 'rejected-request-applied', 'DELETE /items/{itemId}'],
  [
    'a request that the key does not allow is carried out',
    'rejected-request-applied',
    'DELETE /items/{itemId}',
  ],
  ['a refused patch is half carried out', 'rejected-request-applied', 'PATCH /items/{itemId}'],
  ['a patch changes another item, too', 'update-changes-other-property', 'PATCH /items/{itemId}'],
  ['ETag is that of the first version', 'etag-stale', 'PATCH /items/{itemId}'],
  ['every conditional GET is answered with 304', 'etag-stale', 'PATCH /items/{itemId}'],
  ['the health needs a key', 'public-operation-rejected', 'GET /health'],
  ['HEAD finds what is not there', 'head-differs', 'GET /items/{itemId}'],
  ['the notes of a deleted item stay', 'deleted-readable', 'DELETE /items/{itemId}'],
  ['only the first tag of a filter counts', 'filter-ignored', 'GET /items'],
  ['pages of one repeat the first item', 'list-repeats', 'GET /items'],
  ['a rating is stored in single precision', 'created-differs', 'POST /items'],
  ['texts are stored in another normal form', 'created-differs', 'POST /items'],
] as const;

test.each(SAMPLE)('a server in which %s is found by %s', async (name, check, operation) => {
  const mutant = Object.values(MUTANTS)
    .flat()
    .find((one) => one.name === name);
  const { findings } = await testShop(1, mutant, [operation]);
  expect(findings.map((finding) => finding.check)).toContain(check);
});
