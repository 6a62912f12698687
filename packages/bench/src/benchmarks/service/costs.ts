/** The costs of a task, by the CPU times of the processes and what is written and stored; and what they add up to. */

import { setTimeout as delay } from 'node:timers/promises';
import { markdownTable } from 'markdown-table';
import type { Pool } from 'pg';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark, RunOptions } from '../../comparison.ts';
import {
  countOpen,
  listTasks,
  readStoredBytes,
  readWalBytes,
  type StoredTask,
} from '../../database/costs.queries.ts';
import { deleteJobs } from '../../database/history.queries.ts';
import { checkpoint, insertOwners, KEYS } from '../../database/owners.queries.ts';
import { type Cost, growthRows, type TaskCosts } from '../../growth-table.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { type Receiver, startReceiver } from '../../peers/receiver.ts';
import { readPostgresqlCpuSeconds } from '../../process/cpu-time.ts';
import { readMetrics } from '../../process/read-metrics.ts';
import { startWorker } from './callbacks.ts';

const CONNECTIONS = 128;
const QUERIES_PER_TASK = 2;
/** Tasks that a worker ends, and the keys that submit them, of 50 teams: a claim costs more the more teams wait. */
const ENDED = 4_000;
const WAITING_KEYS = 500;
const POLL_MS = 500;
const MICROSECONDS = 1e6;
/** Queries before the end: with `Prefer: wait`, and every 5 seconds for half a minute. */
const UNFINISHED_QUERIES = [1, 6];

/** Prints the cost of each request and of the end of a task, and tables of what rates of tasks need. */
export const costs: Benchmark = async ({ profileDirectory }) => {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const api = resources.use(await startApi({ env: { EGRESS_ALLOW: receiver.host }, profileDirectory }));
  const { pool, url } = api;
  const keys = await insertOwners(pool, 'test');
  await checkpoint(pool);
  const before = await readStoredBytes(pool);
  const submissions = failingSubmissions(keys, receiver.url);
  const submission = await measureCost({ pool, url, count: KEYS }, () =>
    measureLoad({ url, connections: CONNECTIONS, amount: KEYS, requests: submissions }, 202),
  );
  const query = async (tasks: readonly StoredTask[]) => {
    const requests = taskQueries(keys, tasks);
    const amount = QUERIES_PER_TASK * requests.length;
    return measureCost({ pool, url, count: amount }, () =>
      measureLoad({ url, connections: CONNECTIONS, amount, requests }, 200),
    );
  };
  const unfinishedQuery = await query(await listTasks(pool));
  await deleteJobs(pool);
  const waiting = failingSubmissions(keys.slice(0, WAITING_KEYS), receiver.url);
  await measureLoad({ url, connections: CONNECTIONS, amount: ENDED, requests: waiting }, 202);
  const submitted = await readStoredBytes(pool);
  const end = await measureEnds(api, receiver, profileDirectory);
  const ended = (await listTasks(pool)).filter(({ isEnded }) => isEnded);
  const endedQuery = await query(ended);
  const after = await readStoredBytes(pool);
  const stored = {
    tasks: (submitted.tasks - before.tasks) / (KEYS + ENDED) + (after.tasks - submitted.tasks) / ENDED,
    callbacks: (after.callbacks - before.callbacks) / ENDED,
  };
  printTables({ submission, unfinishedQuery, endedQuery, end, stored });
  return [];
};

/** Submissions of tasks that fail without being rendered, and have a callback. */
function failingSubmissions(keys: readonly string[], callbackUrl: string): LoadRequest[] {
  return submissionRequests(keys).map(({ body = '', ...request }) => {
    const { model, input } = JSON.parse(body);
    const prompt = `${input.prompt} #sandbox:fail=provider_failed`;
    return {
      ...request,
      body: JSON.stringify({ model, callback_url: callbackUrl, input: { ...input, prompt } }),
    };
  });
}

function taskQueries(keys: readonly string[], tasks: readonly StoredTask[]): LoadRequest[] {
  return tasks.map(({ id, key }) => ({
    method: 'GET',
    path: `/v1/tasks/${id}`,
    headers: { authorization: `Bearer ${keys[key - 1]}` },
  }));
}

interface Measured {
  readonly pool: Pool;
  /** The process whose CPU time is measured. */
  readonly url: string;
  /** Requests or tasks that share the costs. */
  readonly count: number;
}

async function measureCost({ pool, url, count }: Measured, work: () => Promise<unknown>): Promise<Cost> {
  const read = async () => ({
    process: (await readMetrics(url)).cpuSeconds * MICROSECONDS,
    postgresql: (await readPostgresqlCpuSeconds(pool)) * MICROSECONDS,
    walBytes: await readWalBytes(pool),
  });
  const before = await read();
  await work();
  const after = await read();
  return {
    process: (after.process - before.process) / count,
    postgresql: (after.postgresql - before.postgresql) / count,
    walBytes: (after.walBytes - before.walBytes) / count,
  };
}

/** Lets a worker end the tasks that wait and deliver their callbacks. */
async function measureEnds(
  api: Api,
  receiver: Receiver,
  profileDirectory: RunOptions['profileDirectory'],
): Promise<Cost> {
  const { pool } = api;
  await using worker = await startWorker(api, receiver, profileDirectory);
  const { url } = worker;
  await worker.waitUntilReady(`${url}/healthz`);
  // Awaited, or the worker would stop first.
  return await measureCost({ pool, url, count: ENDED }, async () => {
    while ((await countOpen(pool)) > 0) await delay(POLL_MS);
  });
}

function printTables(costs: TaskCosts): void {
  const number = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const rows = Object.entries({
    'a submission': costs.submission,
    'a status query of an unfinished task': costs.unfinishedQuery,
    'a status query of an ended task': costs.endedQuery,
    'the end of a task, with its callback': costs.end,
  }).map(([name, { process, postgresql, walBytes }]) => [
    name,
    ...[process, postgresql, walBytes].map(number),
  ]);
  const align = ['l', 'r', 'r', 'r', 'r', 'r', 'r', 'r'];
  console.log(markdownTable([['', 'API or worker, us', 'PostgreSQL, us', 'WAL, bytes'], ...rows], { align }));
  console.log(
    `\nStored for a task: ${number(costs.stored.tasks)} bytes, and ${number(costs.stored.callbacks)} of its callback.`,
  );
  for (const queries of UNFINISHED_QUERIES) {
    console.log(`\nStatus queries before the end of a task: ${queries}, and one after it:\n`);
    console.log(
      markdownTable(
        [
          [
            'tasks an hour',
            'a second',
            'API cores',
            'worker cores',
            'PostgreSQL cores',
            'WAL, MB/s',
            'stored, GB a day',
          ],
          ...growthRows(costs, queries).map((row) => Object.values(row).map(number)),
        ],
        { align },
      ),
    );
  }
}
