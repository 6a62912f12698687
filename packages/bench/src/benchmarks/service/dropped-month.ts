/** The drop of a month under load: how long it takes, and how long other requests wait for it. */
import type { Pool } from 'pg';
import type { Comparison } from '../../comparison.ts';
import { deleteCallbacksOfMonth, dropMonth, oldestMonth } from '../../database/months.queries.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import type { Side } from './two-servers.ts';

const TARGET_MS = 1_000;
const CLIENTS = 8;

/**
 * Measures the drop of the oldest month, and compares the slowest submission meanwhile with the slowest one while nothing is
 * dropped.
 */
export async function compareDrop({ api, keys }: Side): Promise<readonly Comparison[]> {
  const { pool } = api;
  const month = await oldestMonth(pool);
  await deleteCallbacksOfMonth(pool, month);
  let droppedMs = 0;
  const during = await slowestSubmission(api.url, keys, async () => {
    const start = performance.now();
    await dropMonth(pool, month.name);
    droppedMs = performance.now() - start;
  });
  const alone = await slowestSubmission(api.url, keys, () => sleep(pool, droppedMs));
  const tasks = month.tasks.toLocaleString('en-US');
  const target = { kind: 'difference', atMost: TARGET_MS } as const;
  return [
    {
      subject: `slowest submission while a month of ${tasks} tasks is dropped`,
      peer: 'while none is',
      unit: 'ms',
      figures: { subject: during, peer: alone },
      target,
    },
    {
      subject: `drop of a month of ${tasks} tasks`,
      peer: 'none',
      unit: 'ms',
      figures: { subject: droppedMs, peer: 0 },
      target,
    },
  ];
}

/** Submits until the work is done, and gives the longest time of a submission, in milliseconds. */
async function slowestSubmission(
  url: string,
  keys: readonly string[],
  work: () => Promise<void>,
): Promise<number> {
  let isDone = false;
  let slowestMs = 0;
  const requests = submissionRequests(keys);
  const submit = async (client: number) => {
    for (let index = client; !isDone; index = (index + CLIENTS) % requests.length) {
      const request = requests[index];
      if (request === undefined) throw new RangeError('Expected at least one key.');
      const { method, path, headers, body } = request;
      const start = performance.now();
      const response = await fetch(url + path, { method, headers, body: body ?? null });
      if (response.status !== 202) throw new Error(`A submission was answered ${response.status}.`);
      await response.arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - start);
    }
  };
  const submitting = Array.from({ length: CLIENTS }, (_, client) => submit(client));
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(submitting);
  }
  return slowestMs;
}

async function sleep(pool: Pool, durationMs: number): Promise<void> {
  await pool.query('SELECT pg_sleep($1)', [durationMs / 1000]);
}
