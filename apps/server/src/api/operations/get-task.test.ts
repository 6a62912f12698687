import { expect, test } from 'vitest';
import type { ShownTask } from '../../tasks/record.ts';
import { pollAfterSeconds } from './get-task.ts';

const CREATED_AT = new Date('2026-11-20T11:00:00Z');
const TASK: ShownTask = {
  id: 'task_1',
  model: 'video-2-0',
  credits: 50,
  status: 'queued',
  billingStatus: 'reserved',
  failedReason: null,
  hasLastFrame: false,
  createdAt: CREATED_AT,
  startedAt: null,
  finishedAt: null,
  videoExpiresAt: null,
};

function seconds({
  age,
  mode,
  remaining = 5,
  quota = 6,
  waitedMs = 0,
  task = TASK,
}: {
  age: number;
  mode: 'live' | 'test';
  remaining?: number;
  quota?: number;
  waitedMs?: number;
  task?: ShownTask;
}): number | undefined {
  const decision = { allowed: true, remaining, resetSeconds: 27 };
  const now = new Date(CREATED_AT.getTime() + age * 1000);
  return pollAfterSeconds({ task, decision }, { mode, now, waitedMs, policy: { name: 'poll', quota } });
}

test.each([
  ['a live task, as often as the limit allows', { age: 0, mode: 'live' }, 10],
  ['an old live task', { age: 900, mode: 'live' }, 10],
  ['a live task under a larger limit', { age: 0, mode: 'live', quota: 60 }, 1],
  ['a young test task, at once', { age: 0, mode: 'test' }, 1],
  ['a test task, as long as it is old', { age: 4.7, mode: 'test' }, 4],
  ['an old test task, as often as the limit allows', { age: 900, mode: 'test' }, 10],
  [
    'a live task that was polled too often, when the limit allows',
    { age: 1, mode: 'live', remaining: 0 },
    27,
  ],
  [
    'a test task that was polled too often, when the limit allows',
    { age: 1, mode: 'test', remaining: 0 },
    27,
  ],
  [
    'a live task after a short wait, after the rest of the interval',
    { age: 7, mode: 'live', waitedMs: 3_999 },
    6,
  ],
  ['a live task after a long wait, at once', { age: 70, mode: 'live', waitedMs: 60_000 }, 1],
  ['a test task after a wait, at once', { age: 9, mode: 'test', waitedMs: 8_500 }, 1],
  ['a task at its limit after a wait', { age: 9, mode: 'live', remaining: 0, waitedMs: 7_000 }, 20],
] as const)('%s is polled again', (_, given, wanted) => {
  expect(seconds(given)).toBe(wanted);
});

test('a finished task need not be polled again', () => {
  expect(
    seconds({ age: 60, mode: 'live', task: { ...TASK, status: 'failed', finishedAt: CREATED_AT } }),
  ).toBe(undefined);
});
