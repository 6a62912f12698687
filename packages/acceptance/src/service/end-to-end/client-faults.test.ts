// The client before the real service and a network on a bad day: what counts is what PostgreSQL has booked. Deadlines and
// what is left running are tested beside the client.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@keyframe/client';
import { FAULTS, type Fault, startFaultProxy } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { readStoredLedger } from '../../resilience/chaos/stored-ledger.queries.ts';
import { openSharedService } from '../../support/shared-service.ts';

const VIDEOS = 6;

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
  await using service = await openSharedService();
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
  const { tasks: stored, permitHolders } = await readStoredLedger(databaseUrl);
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
  // The services of all suites hold keys and tasks in memory, as those of production do.
  expect(permitHolders).toBe(1);
  expect(new Set(proxy.faults)).toEqual(new Set(['pass', ...FAULTS]));
});
