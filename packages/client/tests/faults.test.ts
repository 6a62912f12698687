// The client under many faults: it never pays twice, misses the end of a task, or exceeds a deadline.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { createHandClock, eventually, FAULTS, type Fault, startFaultProxy } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type Clock, createClient, type VideoGenerationRequest } from '../src/index.ts';
import { startLedgerService } from './support/ledger-service.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('support/use-and-leave.ts', import.meta.url));
const REQUEST: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } };

/** Real timers, a hundred times as fast, because the pauses would take minutes. */
const SPEED = 100;
const FAST_CLOCK: Clock = {
  now: () => SYSTEM_CLOCK.now() * SPEED,
  setTimer: (ms, callback) => SYSTEM_CLOCK.setTimer(ms / SPEED, callback),
  sleep: (ms, signal) => SYSTEM_CLOCK.sleep(ms / SPEED, signal),
};
/** Two seconds; 30 by that clock would be too short for a busy machine. */
const ATTEMPT_TIMEOUT_MS = 2000 * SPEED;

/** A sequence of numbers from 0 to below 1 that is the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(random: () => number): Fault {
  // Half of the responses are faults.
  return random() < 0.5 ? 'pass' : (FAULTS[Math.floor(random() * FAULTS.length)] ?? 'pass');
}

test.each([1, 2, 3])(
  'with half of all exchanges faulty, each video is paid once and its end is seen: seed %i',
  { meta: { requirements: ['OPEN-23', 'ERR-5', 'STA-1'] } },
  async (seed) => {
    await using service = await startLedgerService();
    const random = seeded(seed);
    await using proxy = await startFaultProxy(service.url, () => pick(random));
    const client = createClient({
      apiKey: 'sk_test_key',
      baseUrl: proxy.url,
      clock: FAST_CLOCK,
      timeout: ATTEMPT_TIMEOUT_MS,
      retries: 100,
    });
    const generate = () => client.videos.generate(REQUEST, { waitTimeout: Infinity });
    const tasks = await Promise.all(Array.from({ length: 20 }, () => generate()));
    expect(tasks.map(({ status }) => status)).toEqual(Array(20).fill('completed'));
    expect(tasks.map(({ id }) => id).sort()).toEqual(service.accepted.toSorted());
    // Faults have occurred.
    expect(new Set(proxy.faults)).toEqual(new Set(['pass', ...FAULTS]));
  },
);

const WAIT_TIMEOUT_MS = 400_000;
/** Faults that leave the client to its timers. */
const STALLS: ReadonlySet<Fault> = new Set(['silence', 'stall within the body']);

test.each(FAULTS.filter((fault) => fault !== 'delay'))(
  'when every exchange ends in "%s", a wait ends exactly at its deadline',
  async (fault) => {
    await using service = await startLedgerService();
    await using proxy = await startFaultProxy(service.url, () => fault);
    const clock = createHandClock();
    let responses = 0;
    const client = createClient({
      apiKey: 'sk_test_key',
      baseUrl: proxy.url,
      clock,
      fetch: async (request) => {
        const response = await fetch(request);
        responses += 1;
        return response;
      },
    });
    const wait = client.tasks.wait('task_1', { waitTimeout: WAIT_TIMEOUT_MS, pollInterval: 10_000 });
    const ended = wait.catch(({ code }: { code: string }) => code);
    if (STALLS.has(fault)) {
      const isStalled = () => (fault === 'silence' ? proxy.faults.length : responses) > 0;
      await eventually('the stalled exchange', isStalled);
      await clock.sleep(WAIT_TIMEOUT_MS);
    }
    expect(await ended).toBe('wait_timeout');
    expect(clock.now()).toBe(WAIT_TIMEOUT_MS);
  },
);

test('ends a wait at its deadline even if fetch ignores its signal', async () => {
  const clock = createHandClock();
  const fetched = Promise.withResolvers<void>();
  const client = createClient({
    apiKey: 'sk_test_key',
    baseUrl: 'http://127.0.0.1',
    clock,
    fetch: () => {
      fetched.resolve();
      return new Promise(() => {});
    },
  });
  const ended = client.tasks.wait('task_1', { waitTimeout: 5_000 }).catch((error: unknown) => error);
  await fetched.promise;
  await clock.sleep(5_000);
  expect(await ended).toMatchObject({ code: 'wait_timeout' });
});

test('ends a call whose fetch aborts it at once and ignores its signal', async () => {
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  const client = createClient({
    apiKey: 'sk_test_key',
    baseUrl: 'http://127.0.0.1',
    fetch: () => {
      controller.abort(reason);
      return new Promise(() => {});
    },
  });
  await expect(client.tasks.get('task_1', { signal: controller.signal })).rejects.toBe(reason);
});

test('lets the process exit after the calls, without open timers or sockets', async () => {
  await using service = await startLedgerService();
  const random = seeded(4);
  await using faulty = await startFaultProxy(service.url, () => pick(random));
  await using silent = await startFaultProxy(service.url, () => 'silence');
  const { stdout } = await run(process.execPath, [PROGRAM], {
    // Far below the ten minutes of every timer that the program sets.
    timeout: 120_000,
    env: { ...process.env, FAULTY_URL: faulty.url, SILENT_URL: silent.url },
  });
  expect(stdout).toBe('done');
});
