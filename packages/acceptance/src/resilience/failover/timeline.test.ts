import { expect, test } from 'vitest';
import { findMedian, findOutage, renderTimeline } from './timeline.ts';

test.each<[string, { acceptedAt: number[]; window: { fault: number; end: number } }, [number, number]]>([
  [
    'lasts from the last acceptance before it to the first one after it',
    { acceptedAt: [100, 900, 1_100, 21_000, 21_200], window: { fault: 1_000, end: 21_400 } },
    [1_100, 21_000],
  ],
  [
    'begins before the fault if nothing was accepted in between',
    { acceptedAt: [100, 900, 21_000], window: { fault: 1_000, end: 21_100 } },
    [900, 21_000],
  ],
  [
    'is not a pause before the fault',
    { acceptedAt: [100, 9_000, 10_100, 10_300], window: { fault: 10_000, end: 10_400 } },
    [9_000, 10_100],
  ],
  [
    'lasts until the end of the observation if nothing is accepted any more',
    { acceptedAt: [900], window: { fault: 1_000, end: 60_000 } },
    [900, 60_000],
  ],
  [
    'lasts from the fault if nothing was ever accepted',
    { acceptedAt: [], window: { fault: 1_000, end: 60_000 } },
    [1_000, 60_000],
  ],
  [
    'does not depend on the order of the acceptances',
    { acceptedAt: [21_000, 900, 1_100], window: { fault: 1_000, end: 21_100 } },
    [1_100, 21_000],
  ],
])('an outage %s', (_, { acceptedAt, window }, [from, to]) => {
  expect(findOutage(acceptedAt, window)).toEqual({ from, to });
});

test('events are rendered in their order, with seconds after the fault', () => {
  const events = [
    { at: 21_040, text: 'first 202' },
    { at: 900, text: 'last 202' },
    { at: 1_000, text: 'kill' },
  ];
  expect(renderTimeline(events, 1_000)).toBe('-0.1 last 202 · +0.0 kill · +20.0 first 202');
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 3],
  [[], 0],
])('the median of %j is %i', (values, median) => {
  expect(findMedian(values)).toBe(median);
});
