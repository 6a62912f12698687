import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner, useDatabase } from './support/database.ts';
import { askJson, type ServerProcess, startProcess } from './support/processes.ts';
import { givenTask } from './support/task.ts';

const connection = useDatabase();
const QUOTA = 600;
const MINUTE_MS = 60_000;
const LOAD_MS = 100_000;
let dataDirectory: string;
let apis: ServerProcess[] = [];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'keyframe-leases-'));
  const environment = {
    ROLE: 'api',
    DATABASE_URL: connection.url,
    KEYFRAME_DATA: dataDirectory,
    RATE_STATUS: String(QUOTA),
    RATE_POLL: '100000',
  };
  apis = await Promise.all([1, 2, 3, 4].map(() => startProcess(environment)));
});

afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await rm(dataDirectory, { recursive: true, force: true });
});

/** A request that passed: it was counted at some time between these. */
interface Pass {
  readonly sentMs: number;
  readonly receivedMs: number;
}

test('LIM-2 four processes with leases let no 601 of 600 requests pass, while one is killed and one is paused', async () => {
  const owner = await givenOwner(connection);
  const { ownerId, keyId, mode, key } = owner;
  const id = await givenTask(connection, { ownerId, keyId, mode });
  const passes: Pass[] = [];
  const endMs = performance.now() + LOAD_MS;
  const query = async ({ url }: ServerProcess) => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      const answer = await askJson(`${url}/v1/tasks/${id}`, { key }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) passes.push({ sentMs, receivedMs: performance.now() });
    }
  };
  const disturb = async ([killed, paused]: readonly ServerProcess[]) => {
    await wait(8_000);
    await killed?.kill();
    paused?.signal('SIGSTOP');
    await wait(15_000);
    paused?.signal('SIGCONT');
  };
  await Promise.all([...apis, ...apis].map(query).concat(disturb(apis)));
  for (const { sentMs } of passes) {
    const within = passes.filter((pass) => pass.sentMs >= sentMs && pass.receivedMs < sentMs + MINUTE_MS);
    expect(within.length).toBeLessThanOrEqual(QUOTA);
  }
  expect(passes.length).toBeGreaterThan(QUOTA);
  const { rows } = await connection.pool.query<{ holders: number }>(
    'SELECT count(*)::int AS holders FROM lease_holders',
  );
  // Otherwise nothing is shown.
  expect(rows[0]?.holders).toBe(4);
});
