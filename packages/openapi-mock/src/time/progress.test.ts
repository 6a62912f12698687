import { expect, test } from 'vitest';
import { isFinal, listDueStates, startProgress } from './progress.ts';

const MACHINE = {
  property: 'status',
  states: ['queued', 'running', 'done', 'failed'],
  course: ['queued', 'running', 'done'],
  final: new Set(['done', 'failed']),
  ends: new Map([['failure', 'failed']]),
  examples: new Map(),
};

test.each([
  [0, []],
  [29, []],
  [30, ['running']],
  [60, ['running', 'done']],
  [6_000, ['running', 'done']],
])('after %d ms at the fast pace, %j were entered', (elapsed, expected) => {
  const progress = startProgress(MACHINE, { pace: 'fast', now: 1_000, outcome: undefined });
  expect(listDueStates(progress, 1_000 + elapsed).states).toEqual(expected);
});

test('a manual pace waits', () => {
  const progress = startProgress(MACHINE, { pace: 'manual', now: 0, outcome: undefined });
  expect(listDueStates(progress, 1e12).states).toEqual([]);
});

test.each(['failed', 'failure'])('the outcome %s replaces the final state', (outcome) => {
  const progress = startProgress(MACHINE, { pace: 'fast', now: 0, outcome });
  expect(progress.course).toEqual(['queued', 'running', 'failed']);
  expect(isFinal({ ...progress, index: 2 })).toBe(true);
});

test('an unknown outcome changes nothing', () => {
  const { course } = startProgress(MACHINE, { pace: 'fast', now: 0, outcome: 'nonsense' });
  expect(course).toEqual(MACHINE.course);
});

test('the last state before the final one can be held', () => {
  const progress = startProgress(MACHINE, { pace: 'fast', now: 0, outcome: undefined, hold: 100 });
  expect(listDueStates(progress, 159)).toEqual({ states: ['running'], since: 30 });
  expect(listDueStates(progress, 160)).toEqual({ states: ['running', 'done'], since: 160 });
});
