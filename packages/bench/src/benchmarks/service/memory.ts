/** Memory of the API process over a million requests: what is kept of a request would show. */
import { startApi } from '../../api.ts';
import type { Benchmark } from '../../comparison.ts';
import { insertOwners } from '../../database/owners.queries.ts';
import { insertCompletedTasks } from '../../database/tasks.queries.ts';
import { measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { readMetrics } from '../../process/read-metrics.ts';
import { median } from '../../statistics.ts';
import { POLL_QUOTA_ENV, statusRequests } from './status.ts';

const CONNECTIONS = 128;
const STEPS = 20;
/** Requests of each step; 20 steps make a million. */
const STATUS_QUERIES = 45_000;
const SUBMISSIONS = 5_000;
/** The first steps fill caches, pools and the heap's young generation. */
const WARM_STEPS = 4;
/** Less than a tenth of a kilobyte a request; garbage that waits for its collector moves it by more than half of that. */
const TARGET_MB = 64;

/** Compares the resident memory after a fifth of the requests with that at the end, and prints both kinds on the way. */
export const memory: Benchmark = async ({ profileDirectory }) => {
  await using api = await startApi({ env: POLL_QUOTA_ENV, profileDirectory });
  const keys = await insertOwners(api.pool);
  const queries = statusRequests(keys, await insertCompletedTasks(api.pool));
  const submissions = submissionRequests(keys);
  const resident: number[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const load = { url: api.url, connections: CONNECTIONS };
    await measureLoad({ ...load, requests: queries, amount: STATUS_QUERIES }, 200);
    await measureLoad({ ...load, requests: submissions, amount: SUBMISSIONS }, 202);
    const { rssMb, heapMb } = await readMetrics(api.url);
    const requests = (step * (STATUS_QUERIES + SUBMISSIONS)).toLocaleString('en-US').padStart(11);
    console.error(`${requests} requests  RSS ${rssMb.toFixed(1)} MB  heap ${heapMb.toFixed(1)} MB`);
    resident.push(rssMb);
  }
  return [
    {
      subject: 'RSS after 1,000,000 requests',
      peer: 'after 200,000',
      unit: 'MB',
      figures: {
        subject: median(resident.slice(-WARM_STEPS)),
        peer: median(resident.slice(WARM_STEPS - 1, 2 * WARM_STEPS - 1)),
      },
      target: { kind: 'difference', atMost: TARGET_MB },
    },
  ];
};
