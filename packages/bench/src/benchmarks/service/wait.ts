/** Requests that wait for the end of a task: their memory, their queries, and how soon they learn it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark, Comparison } from '../../comparison.ts';
import { insertOwners } from '../../database/owners.queries.ts';
import {
  countTransactions,
  endTasks,
  insertCompletedTasks,
  reopenTasks,
  stopAutovacuum,
} from '../../database/tasks.queries.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { type WaitedTask, type WaitLoad, waitForTasks } from '../../load/wait.ts';
import { holdingServer } from '../../peers/holding-server.ts';
import { readMetrics } from '../../process/read-metrics.ts';
import { median, percentile } from '../../statistics.ts';
import { statusRequests } from './status.ts';

/** Below the limit of a process, since no owner may take the last free slots. */
const WAITERS = 9_900;
const IDLE_MS = 10_000;
/** Tasks end over this time, so some outlive a wait of 60 seconds. */
const ENDING_MS = 90_000;
const STEP_MS = 100;
const QUERIES = 200;
const POLL_MS = 200;
const TARGETS = { memoryMb: 100, bareFactor: 1.25, queriesPerSecond: 5, delayMs: 300, requests: 2 };

/** Compares an API with 9,900 waiting requests with the same API without them, and with a server that does nothing else. */
export const wait: Benchmark = async ({ profileDirectory }) => {
  await using api = await startApi({ profileDirectory });
  await stopAutovacuum(api.pool);
  const keys = await insertOwners(api.pool);
  const ids = await insertCompletedTasks(api.pool);
  await reopenTasks(api.pool);
  const tasks = ids
    .map((id, index) => ({ id, key: keys[index] ?? '' }))
    .filter(isSpread)
    .slice(0, WAITERS);
  const requests = statusRequests(keys, ids);
  await measureLoad({ url: api.url, connections: 128, amount: WAITERS, requests }, 200);
  const queryMs = await timeQueries(api, requests.slice(0, QUERIES));
  const alone = await observe(api);
  const waits = waitForTasks({ url: api.url, tasks });
  await Promise.race([waits, untilWaiting(api.url)]);
  const waiting = await observe(api);
  const endedAt = await endInSteps(
    api.pool,
    tasks.map(({ id }) => id),
  );
  const measured = { queryMs, alone, waiting, waits: await waits, endedAt };
  return compare({ ...measured, bareMb: await measureBareServer(tasks, requests) });
};

/** Measures the memory that the requests add to a server of `node:http` alone, after the same load. */
async function measureBareServer(
  tasks: WaitLoad['tasks'],
  requests: readonly LoadRequest[],
): Promise<number> {
  await using server = await holdingServer();
  const { url } = server;
  await measureLoad({ url, connections: 128, amount: WAITERS, requests }, 200);
  await delay(IDLE_MS);
  const before = await server.readState();
  const waits = waitForTasks({ url, tasks });
  const untilHeld = async () => {
    while ((await server.readState()).waiting < WAITERS) await delay(POLL_MS);
  };
  await Promise.race([waits, untilHeld()]);
  await delay(IDLE_MS);
  const after = await server.readState();
  await server.release();
  await waits;
  return after.rssMb - before.rssMb;
}

// Takes every second task, so each owner has the same number of requests.
function isSpread(_: unknown, index: number): boolean {
  return index % 2 === 0;
}

interface Observation {
  readonly rssMb: number;
  readonly transactionsPerSecond: number;
}

/** Observes the idle process for a while. */
async function observe({ url, pool }: Api): Promise<Observation> {
  const [before, startedMs] = [await countTransactions(pool), performance.now()];
  await delay(IDLE_MS);
  const seconds = (performance.now() - startedMs) / 1000;
  const transactionsPerSecond = ((await countTransactions(pool)) - before) / seconds;
  return { rssMb: (await readMetrics(url)).rssMb, transactionsPerSecond };
}

async function untilWaiting(url: string): Promise<void> {
  while ((await readMetrics(url)).waiting < WAITERS) await delay(POLL_MS);
}

/** Ends tasks evenly over the time, and gives the moment of each. */
async function endInSteps(pool: Pool, ids: readonly string[]): Promise<number[]> {
  const endedAt: number[] = [];
  const startedMs = performance.now();
  while (endedAt.length < ids.length) {
    const due = Math.ceil((ids.length * (performance.now() - startedMs)) / ENDING_MS);
    const ending = ids.slice(endedAt.length, due);
    const moment = await endTasks(pool, ending);
    endedAt.push(...ending.map(() => moment));
    await delay(STEP_MS);
  }
  return endedAt;
}

/** Gives the median time of a status query that does not wait, in milliseconds. */
async function timeQueries({ url }: Api, requests: readonly LoadRequest[]): Promise<number> {
  const times: number[] = [];
  for (const { path, headers } of requests) {
    const startedMs = performance.now();
    await (await fetch(url + path, { headers })).text();
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

interface Measured {
  readonly queryMs: number;
  readonly alone: Observation;
  readonly waiting: Observation;
  readonly waits: readonly WaitedTask[];
  readonly endedAt: readonly number[];
  /** Memory that the requests add to a bare server. */
  readonly bareMb: number;
}

function compare({ queryMs, alone, waiting, waits, endedAt, bareMb }: Measured): Comparison[] {
  const delays = waits.map((one, index) => one.endedAt - (endedAt[index] ?? 0));
  const peer = 'none waiting';
  return [
    {
      subject: 'RSS of the API with 9,900 waiting requests',
      peer,
      unit: 'MB',
      figures: { subject: waiting.rssMb, peer: alone.rssMb },
      target: { kind: 'difference', atMost: TARGETS.memoryMb },
    },
    {
      subject: 'RSS that the requests add',
      peer: 'node:http alone',
      unit: 'MB',
      figures: { subject: waiting.rssMb - alone.rssMb, peer: bareMb },
      target: { kind: 'factor', atMost: TARGETS.bareFactor },
    },
    {
      subject: 'transactions of the database',
      peer,
      unit: '/s',
      figures: { subject: waiting.transactionsPerSecond, peer: alone.transactionsPerSecond },
      target: { kind: 'difference', atMost: TARGETS.queriesPerSecond },
    },
    {
      subject: 'outcome seen after the end, p50',
      peer: 'a query alone, p50',
      unit: 'ms',
      figures: { subject: median(delays), peer: queryMs },
      target: { kind: 'difference', atMost: TARGETS.delayMs },
    },
    {
      subject: 'requests for a task of up to 90 s, p95',
      peer: 'one',
      unit: 'requests',
      figures: {
        subject: percentile(
          waits.map(({ requests }) => requests),
          0.95,
        ),
        peer: 1,
      },
      target: { kind: 'factor', atMost: TARGETS.requests },
    },
  ];
}
