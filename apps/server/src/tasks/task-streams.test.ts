import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownTask } from './record.ts';
import { TaskChanges } from './task-changes.ts';
import { TaskStreams } from './task-streams.ts';

const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (status: ShownTask['status']): ShownTask => ({
  id: 't1',
  model: 'video-2-0',
  credits: 1,
  status,
  billingStatus: 'reserved',
  failedReason: null,
  hasLastFrame: false,
  createdAt: new Date(0),
  startedAt: null,
  finishedAt: status === 'completed' ? new Date(0) : null,
  videoExpiresAt: null,
});

/** Creates the streams of a process, over a task and keys that the test changes. */
function given(limits = {}) {
  const state = { task: shown('queued'), refused: [] as Buffer[], changed: new Map<string, boolean>() };
  const findChanged = async () => [...state.changed].map(([id, isEnded]) => ({ id, isEnded }));
  const taskChanges = new TaskChanges({ findChanged, log }, limits);
  const readWaitingTask = vi.fn(async () => ({
    ownerId: 'a',
    inScope: true as boolean | null,
    task: state.task,
  }));
  const findRefusedKeys = vi.fn(async (_hashes: readonly Buffer[]) => state.refused);
  const streams = new TaskStreams({ taskChanges, readWaitingTask, findRefusedKeys, log });
  const enter = async (status: ShownTask['status']) => {
    state.task = shown(status);
    state.changed.set('t1', status === 'completed');
    await vi.advanceTimersByTimeAsync(250);
  };
  const open = (key = 'k1', seen?: string, ownerId = 'a') => {
    const show = ({ status }: ShownTask) => status;
    const watched = { hash: Buffer.from(key), ownerId, taskId: 't1' };
    return streams.open({ ...watched, task: state.task, seen, show })?.[Symbol.asyncIterator]();
  };
  return { state, taskChanges, readWaitingTask, findRefusedKeys, enter, open };
}

const ended = { done: true, value: undefined };

test('sends the state of now and each one after it, and ends with the task', async () => {
  const { taskChanges, readWaitingTask, enter, open } = given();
  const stream = open();
  expect(await stream?.next()).toEqual({ done: false, value: 'queued' });
  const second = stream?.next();
  await enter('generating');
  expect(await second).toEqual({ done: false, value: 'generating' });
  const third = stream?.next();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readWaitingTask).toHaveBeenCalledTimes(1);
  await enter('completed');
  expect(await third).toEqual({ done: false, value: 'completed' });
  expect(await stream?.next()).toEqual(ended);
  expect(readWaitingTask).toHaveBeenCalledTimes(2);
  expect(taskChanges.count).toBe(0);
});

test('sends a state whose change was not noticed, within half a minute and a check', async () => {
  const { state, readWaitingTask, open } = given();
  const stream = open('k1', 'queued');
  const first = stream?.next();
  state.task = shown('completed');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(readWaitingTask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await first).toEqual({ done: false, value: 'completed' });
  expect(readWaitingTask).toHaveBeenCalledTimes(1);
});

test('does not repeat the state that the reader has seen, and skips states that it missed', async () => {
  const { enter, open } = given();
  const stream = open('k1', 'queued');
  const first = stream?.next();
  await enter('completed');
  expect(await first).toEqual({ done: false, value: 'completed' });
});

test('a stream whose reader leaves while it waits ends at once', async () => {
  const { taskChanges, open } = given();
  const stream = open('k1', 'queued');
  const next = stream?.next();
  await stream?.return?.();
  expect(await next).toEqual(ended);
  expect(taskChanges.count).toBe(0);
});

test('one query checks the keys of all streams, and ends those of a revoked key', async () => {
  const { state, taskChanges, findRefusedKeys, open } = given();
  const streams = [open('k1', 'queued'), open('k1', 'queued'), open('k2', 'queued')];
  const [first] = streams.map((stream) => stream?.next());
  state.refused = [Buffer.from('k1')];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await first).toEqual(ended);
  expect(findRefusedKeys.mock.calls).toEqual([[[Buffer.from('k1'), Buffer.from('k2')]]]);
  expect(taskChanges.count).toBe(1);
});

test('a state is not sent to a key that was revoked since', async () => {
  const { readWaitingTask, enter, open } = given();
  const next = open('k1', 'queued')?.next();
  readWaitingTask.mockResolvedValueOnce({ ownerId: 'a', inScope: null, task: shown('completed') });
  await enter('completed');
  expect(await next).toEqual(ended);
});

test('a task that cannot be read breaks its stream off and frees its room', async () => {
  const { taskChanges, readWaitingTask, enter, open } = given();
  const next = open('k1', 'queued')?.next();
  const failure = expect(next).rejects.toThrow('away');
  readWaitingTask.mockRejectedValueOnce(new Error('away'));
  await enter('generating');
  await failure;
  expect(taskChanges.count).toBe(0);
});

test('a process that stops ends its streams, and opens no more', async () => {
  const { taskChanges, open } = given();
  const next = open('k1', 'queued')?.next();
  taskChanges.close();
  expect(await next).toEqual(ended);
  expect(open()).toBeUndefined();
});

test('10,000 attempts of one owner open a bounded number of streams and leave room for others', () => {
  const { taskChanges, open } = given({ total: 100, perOwner: 80 });
  const opened = Array.from({ length: 10_000 }, () => open('k1', 'queued')).filter(
    (one) => one !== undefined,
  );
  expect(opened).toHaveLength(50);
  expect(open('k2', 'queued', 'b')).toBeDefined();
  expect(taskChanges.count).toBe(51);
});
