// The client before the real service and a network on a bad day: what counts is what PostgreSQL has booked.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@keyframe/client';
import { type Fault, startFaultProxy } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStoredLedger } from '../chaos/stored-ledger.queries.ts';
import { type Service, startService } from '../service/service.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('use-and-leave.ts', import.meta.url));
const FAULTS: readonly Fault[] = [
  'drop the request',
  'drop the response',
  'break off the body',
  'shorten the body',
  'stall within the body',
  'delay',
  'silence',
  'rate limit',
  'gateway limit',
  'internal error',
  'bad gateway',
];
const VIDEOS = 6;
const QUICK = { prompt: 'a calm sea', duration: 4 } as const;

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** Every second exchange is faulty, and every fault has its turn. */
function faultsInTurn(): () => Fault {
  let exchanges = 0;
  return () => {
    exchanges += 1;
    return exchanges % 2 === 0 ? 'pass' : (FAULTS[((exchanges - 1) / 2) % FAULTS.length] ?? 'pass');
  };
}

test('with every second exchange faulty, each video is reserved and charged once, and its end is seen', {
  meta: { requirements: ['OPEN-23', 'ERR-5', 'STA-1'] },
}, async () => {
  await using proxy = await startFaultProxy(service.url, faultsInTurn());
  const client = createClient({
    apiKey: service.testKey,
    baseUrl: proxy.url,
    timeout: 2000,
    retries: 50,
  });
  const prompts = Array.from({ length: VIDEOS }, (_, index) => `a lighthouse at dusk, ${index}`);
  const tasks = await Promise.all(
    prompts.map((prompt) =>
      client.videos.generate(
        { model: 'video-2-0', input: { prompt, duration: 4 } },
        { pollInterval: 200, waitTimeout: 240_000 },
      ),
    ),
  );
  expect(tasks.map(({ status }) => status)).toEqual(Array(VIDEOS).fill('completed'));
  const databaseUrl = await readFile(join(service.dataDirectory, 'database-url'), 'utf8');
  const { tasks: stored } = await readStoredLedger(databaseUrl);
  const booked = stored
    .filter(({ prompt }) => prompts.includes(prompt))
    .map(({ id, prompt, kinds, isExact }) => ({ id, prompt, kinds, isExact }));
  const expected = tasks.map(({ id }, index) => ({
    id,
    prompt: prompts[index],
    kinds: ['reserve', 'charge'],
    isExact: true,
  }));
  expect(booked.sort((one, other) => (one.prompt < other.prompt ? -1 : 1))).toEqual(expected);
  expect(new Set(proxy.faults)).toEqual(new Set(['pass', ...FAULTS]));
});

test.each(FAULTS.filter((fault) => fault !== 'delay'))(
  'when every exchange ends in "%s", a wait ends at its deadline and not 100 ms later',
  async (fault) => {
    await using proxy = await startFaultProxy(service.url, () => fault);
    const direct = createClient({ apiKey: service.testKey, baseUrl: service.url });
    const { taskId } = await direct.videos.create({ model: 'video-2-0', input: QUICK });
    const client = createClient({ apiKey: service.testKey, baseUrl: proxy.url });
    const ended = client.tasks
      .wait(taskId, { waitTimeout: 400, pollInterval: 10 })
      .catch(({ code }: { code: string }) => code);
    // On the same event loop, so that a machine that is busy delays both alike.
    const late = new Promise((resolve) => setTimeout(resolve, 500, 'late'));
    expect(await Promise.race([ended, late])).toBe('wait_timeout');
  },
);

test('neither a timer nor a socket outlives the calls: the process ends by itself', async () => {
  await using faulty = await startFaultProxy(service.url, faultsInTurn());
  await using silent = await startFaultProxy(service.url, () => 'silence');
  const { stdout } = await run(process.execPath, [PROGRAM], {
    // Far below the ten minutes of every timer that the program sets.
    timeout: 120_000,
    env: { ...process.env, API_KEY: service.testKey, FAULTY_URL: faulty.url, SILENT_URL: silent.url },
  });
  expect(stdout).toBe('done');
});
