import { expect, test } from 'vitest';
import { LeasedBucket, type LeaseGrant } from './leased-bucket.ts';

const SECOND = 1_000;
const GRANT: LeaseGrant = {
  bucket: 'a',
  permits: 10,
  remaining: 50,
  resetSeconds: 60,
  seconds: 10,
  endsInSeconds: 10,
};
const FIRST = { id: 'first', permits: 3, startedMs: 0 };

type Step = (bucket: LeasedBucket) => void;
const count: Step = (bucket) => bucket.noteCounted(0);
const countAgain: Step = (bucket) => bucket.noteCounted(SECOND);
const first: Step = (bucket) => bucket.noteCounted(0, { lease: FIRST });
const spend: Step = (bucket) => bucket.spend(SECOND);
const surrender: Step = (bucket) => bucket.surrender(SECOND);
const ask: Step = (bucket) => bucket.enqueue();
const send: Step = (bucket) => bucket.report('next', SECOND);
const lose: Step = (bucket) => bucket.lose();
/** Sends a request, and takes its answer with some permits. */
const lease =
  (permits: number, ...meanwhile: readonly Step[]): Step =>
  (bucket) => {
    const request = bucket.report('next', SECOND);
    for (const step of meanwhile) step(bucket);
    bucket.settle(request, { ...GRANT, permits }, SECOND);
  };

test.each<[string, readonly Step[], { permits: number; lease: string; isQueued?: boolean }]>([
  ['nothing', [], { permits: 0, lease: '' }],
  ['a request that the database counted', [count], { permits: 0, lease: '' }],
  ['permits that came with it', [first], { permits: 3, lease: 'first' }],
  ['permits that came twice', [first, first], { permits: 3, lease: 'first' }],
  ['a use', [first, spend], { permits: 2, lease: 'first' }],
  ['a request that waits', [count, ask], { permits: 0, lease: '', isQueued: true }],
  ['a request under way', [count, send], { permits: 0, lease: '', isQueued: true }],
  ['a lease', [count, countAgain, lease(10)], { permits: 10, lease: 'next' }],
  ['a lease without room', [count, countAgain, lease(0)], { permits: 0, lease: '' }],
  ['a lost answer', [first, send, lose], { permits: 0, lease: '' }],
  ['permits that came while none were granted', [count, lease(0, first)], { permits: 3, lease: 'first' }],
  ['permits that came while others were granted', [count, lease(10, first)], { permits: 10, lease: 'next' }],
  ['permits that came before an answer was lost', [count, send, first, lose], { permits: 3, lease: 'first' }],
  ['permits that were given back', [first, surrender, lease(0)], { permits: 0, lease: '' }],
])('after %s', (_, steps, { permits, lease: id, isQueued = false }) => {
  const bucket = new LeasedBucket({ name: 'a', quota: 600, ownerId: 'owner', isEager: false });
  for (const step of steps) step(bucket);
  expect([bucket.permits, bucket.hasLease, bucket.isQueued]).toEqual([permits, id !== '', isQueued]);
  expect(bucket.report('later', SECOND).replaced).toBe(id);
});

test('a permit without a lease cannot be spent', () => {
  const bucket = new LeasedBucket({ name: 'a', quota: 600, ownerId: 'owner', isEager: false });
  expect(() => bucket.spend(0)).toThrow('The limit a has no permit.');
});

test('a limit whose permits were given back is not leased for two seconds', () => {
  const bucket = new LeasedBucket({ name: 'a', quota: 600, ownerId: 'owner', isEager: true });
  expect([bucket.isPaused(0), bucket.noteCounted(0)]).toEqual([false, true]);
  bucket.surrender(0);
  expect([bucket.isPaused(1_999), bucket.noteCounted(1_999)]).toEqual([true, false]);
  expect([bucket.isPaused(2_000), bucket.noteCounted(2_000)]).toEqual([false, true]);
});
