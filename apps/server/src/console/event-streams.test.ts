import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStreams, type StreamOptions } from './event-streams.ts';

const LIMITS = { perUser: 2, perOwner: 3, perProcess: 4 };
const TIMES = { heartbeatMs: 1_000, lifetimeMs: 10_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function given(options: Partial<StreamOptions> = {}) {
  const stopped = vi.fn();
  let send: (event: string, data: unknown) => void = () => {};
  const start: StreamOptions['start'] = (given) => {
    send = given;
    return stopped;
  };
  const all = { userId: 'u1', ownerId: 'o1', start, isAllowed: async () => true, ...options };
  return { all, stopped, send: (event: string, data: unknown) => send(event, data) };
}

const readText = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new TextDecoder().decode((await reader.read()).value);

test('events and heartbeats are sent as server-sent events', async () => {
  const { all, send } = given();
  const reader = new EventStreams(LIMITS, TIMES).open(all)?.getReader();
  if (reader === undefined) throw new Error('no stream');
  send('overview', { tasks: 1 });
  expect(await readText(reader)).toBe('event: overview\ndata: {"tasks":1}\n\n');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await readText(reader)).toBe(': \n\n');
});

test('limits the streams of a user, an owner and the process', async () => {
  const streams = new EventStreams(LIMITS, TIMES);
  const open = (userId: string, ownerId: string) => streams.open(given({ userId, ownerId }).all);
  const first = open('u1', 'o1');
  expect(open('u1', 'o1')).toBeDefined();
  expect(open('u1', 'o1')).toBeUndefined();
  expect(open('u2', 'o1')).toBeDefined();
  expect(open('u3', 'o1')).toBeUndefined();
  expect(open('u3', 'o2')).toBeDefined();
  expect(open('u4', 'o3')).toBeUndefined();
  await first?.cancel();
  expect(open('u1', 'o1')).toBeDefined();
});

test('a stream ends with its session, and with its time', async () => {
  let isAllowed = true;
  const ended = given({ isAllowed: async () => isAllowed });
  const old = given();
  const streams = new EventStreams(LIMITS, TIMES);
  const [one, other] = [streams.open(ended.all)?.getReader(), streams.open(old.all)?.getReader()];
  isAllowed = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await one?.read())?.done).toBe(true);
  expect(ended.stopped).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(9_000);
  let last = await other?.read();
  while (last?.done === false) last = await other?.read();
  expect(last?.done).toBe(true);
  expect(old.stopped).toHaveBeenCalledOnce();
});

test('checks the streams of a user or of an owner at once, and no others', async () => {
  const streams = new EventStreams(LIMITS, TIMES);
  const removed = given({ userId: 'u1', isAllowed: async () => false });
  const other = given({ userId: 'u2', ownerId: 'o2', isAllowed: vi.fn(async () => false) });
  const reader = streams.open(removed.all)?.getReader();
  streams.open(other.all);
  await streams.recheck({ userId: 'u1' });
  expect((await reader?.read())?.done).toBe(true);
  expect(removed.stopped).toHaveBeenCalledOnce();
  expect(other.all.isAllowed).not.toHaveBeenCalled();
  await streams.recheck({ ownerId: 'o2' });
  expect(other.stopped).toHaveBeenCalledOnce();
});

test('a reader that does not keep up is dropped', async () => {
  const { all, send, stopped } = given();
  const stream = new EventStreams(LIMITS, TIMES).open(all);
  for (let count = 0; count < 30; count += 1) send('overview', { text: 'x'.repeat(4_000) });
  await turn();
  expect(stopped).toHaveBeenCalledOnce();
  await expect(stream?.getReader().read()).rejects.toThrow('did not keep up');
});
