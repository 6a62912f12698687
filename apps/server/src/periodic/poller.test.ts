import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Poller } from './poller.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function createPoller() {
  const log = pino({ level: 'silent' });
  const state = { isNeeded: true };
  const poll = vi.fn(async (_sinceMs: number) => {});
  const warn = vi.spyOn(log, 'warn');
  const poller = new Poller({
    poll,
    isNeeded: () => state.isNeeded,
    everyMs: 100,
    log,
    failure: 'no answer',
  });
  return { poller, poll, warn, state };
}

test('polls at once, and at the interval while it is needed', async () => {
  const { poller, poll, state } = createPoller();
  poller.start();
  expect(poll).toHaveBeenCalledTimes(1);
  poller.start();
  await pass(250);
  expect(poll).toHaveBeenCalledTimes(3);
  state.isNeeded = false;
  await pass(1_000);
  expect(poll).toHaveBeenCalledTimes(3);
});

test('polls at once when it is needed again', async () => {
  const { poller, poll, state } = createPoller();
  poll.mockImplementationOnce(async () => {
    state.isNeeded = false;
  });
  poller.start();
  await pass(0);
  state.isNeeded = true;
  poller.start();
  expect(poll.mock.calls).toEqual([[0], [0]]);
});

test('says how long ago the last poll that succeeded began', async () => {
  const { poller, poll } = createPoller();
  poll.mockResolvedValueOnce().mockRejectedValueOnce(new Error('away'));
  poller.start();
  await pass(350);
  expect(poll.mock.calls).toEqual([[0], [100], [200], [100]]);
});

test('goes on after failures, and logs the first one of a row', async () => {
  const { poller, poll, warn } = createPoller();
  const error = new Error('away');
  poll.mockRejectedValueOnce(error).mockRejectedValueOnce(error);
  poller.start();
  await pass(250);
  expect(warn.mock.calls).toEqual([[{ err: error }, 'no answer']]);
  poll.mockRejectedValueOnce(error);
  await pass(100);
  expect(warn).toHaveBeenCalledTimes(2);
});
