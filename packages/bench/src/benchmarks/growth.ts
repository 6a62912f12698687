/** A server with a million tasks stored and a hundred thousand queued, beside one whose database is empty. */
import { type Api, startApi } from '../api.ts';
import {
  type Benchmark,
  type ComparedFigures,
  type Comparison,
  computeRatio,
  type RunOptions,
} from '../comparison.ts';
import { deleteJobs, endedTaskIds, insertHistory } from '../database/history.queries.ts';
import { insertOwners, KEYS } from '../database/owners.queries.ts';
import { insertCompletedTasks } from '../database/tasks.queries.ts';
import { submissionRequests } from '../load/submission-requests.ts';
import { startReceiver } from '../peers/receiver.ts';
import { alternate } from '../rounds.ts';
import { deliveryRounds, startWorker } from './callbacks.ts';
import { POLL_QUOTA_ENV, queryRounds, statusRequests } from './status.ts';
import { submissionRounds } from './submissions.ts';

const TARGET = 0.9;

interface Side {
  readonly api: Api;
  readonly keys: readonly string[];
  /** Gives an ended task of each key; asked for after the submissions, whose books hold none of the empty side's. */
  readonly taskIds: (pool: Api['pool']) => Promise<string[]>;
}

/** Compares submissions, status queries and callbacks; both servers run all the while, and one at a time works. */
export const growth: Benchmark = async (options) => {
  await using resources = new AsyncDisposableStack();
  const start = async (taskIds: Side['taskIds']): Promise<Side> => {
    const { profileDirectory } = options;
    const api = resources.use(await startApi({ env: POLL_QUOTA_ENV, profileDirectory }));
    return { api, keys: await insertOwners(api.pool), taskIds };
  };
  const filled = await start(endedTaskIds);
  console.error('  storing 1,100,000 tasks');
  await insertHistory(filled.api.pool);
  const empty = await start(insertCompletedTasks);
  const comparisons: Comparison[] = [];
  for (const compare of [compareSubmissions, compareQueries, compareCallbacks]) {
    const found = await compare(filled, empty, options);
    console.error(`  ${found.subject}: ${computeRatio(found).toFixed(2)}`);
    comparisons.push(found);
  }
  return comparisons;
};

async function compareSubmissions(filled: Side, empty: Side, { rounds, seconds }: RunOptions) {
  const side = ({ api, keys }: Side) =>
    submissionRounds(api, { requests: submissionRequests(keys), seconds });
  return comparison('submissions', await alternate(rounds, { subject: side(filled), peer: side(empty) }));
}

async function compareQueries(filled: Side, empty: Side, { rounds, seconds }: RunOptions) {
  const side = async ({ api, keys, taskIds }: Side) => {
    const requests = statusRequests(keys, await taskIds(api.pool));
    return queryRounds(api, { url: api.url, requests, seconds });
  };
  const sides = { subject: await side(filled), peer: await side(empty) };
  return comparison('status queries', await alternate(rounds, sides));
}

async function compareCallbacks(filled: Side, empty: Side, options: RunOptions) {
  await using resources = new AsyncDisposableStack();
  const side = async ({ api }: Side) => {
    await deleteJobs(api.pool);
    const receiver = resources.use(await startReceiver());
    resources.use(await startWorker(api, receiver, options.profileDirectory));
    return deliveryRounds(api, receiver, { seconds: options.seconds, after: KEYS });
  };
  const sides = { subject: await side(filled), peer: await side(empty) };
  return comparison('callbacks', await alternate(options.rounds, sides));
}

function comparison(name: string, { perSecond }: { readonly perSecond: ComparedFigures }): Comparison {
  return {
    subject: `${name}, 1,100,000 tasks`,
    peer: 'an empty database',
    unit: '/s',
    figures: perSecond,
    target: { kind: 'ratio', atLeast: TARGET },
  };
}
