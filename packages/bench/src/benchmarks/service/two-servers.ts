/** Compares rates of two servers; both run all the while, and one at a time works. */
import { type Api, startApi } from '../../api.ts';
import { type Comparison, computeRatio, type RunOptions } from '../../comparison.ts';
import { deleteJobs } from '../../database/history.queries.ts';
import { insertOwners, KEYS, listOwnerIds } from '../../database/owners.queries.ts';
import { CONSOLE_QUOTA, consoleRequests } from '../../load/console-requests.ts';
import { listRequests } from '../../load/list-requests.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { type Receiver, startReceiver } from '../../peers/receiver.ts';
import { alternate } from '../../rounds.ts';
import { deliveryRounds, startWorker } from './callbacks.ts';
import { endRounds } from './ends.ts';
import { POLL_QUOTA_ENV, queryRounds, statusRequests } from './status.ts';
import { submissionRounds } from './submissions.ts';

/** A server with its own database. */
export interface Side {
  readonly api: Api;
  readonly keys: readonly string[];
  /** Gives a task of each key; called after the submissions, whose ledger must not contain these tasks. */
  readonly taskIds: (pool: Api['pool']) => Promise<string[]>;
}

/** Starts a server with owners and keys, which `resources` stops. */
export async function startSide(
  resources: AsyncDisposableStack,
  taskIds: Side['taskIds'],
  { profileDirectory }: RunOptions,
): Promise<Side> {
  const api = resources.use(await startApi({ env: POLL_QUOTA_ENV, profileDirectory }));
  return { api, keys: await insertOwners(api.pool), taskIds };
}

/** The sides of a comparison, what differs between them, the rates to compare, and the least share of the peer's rates. */
export interface TwoServers {
  readonly measures: readonly (keyof typeof MEASURES)[];
  readonly subject: Side;
  readonly peer: Side;
  readonly names: { readonly subject: string; readonly peer: string };
  readonly atLeast: number;
}

/** Measures the rates, one after the other, each in turns. */
export async function compareServers(servers: TwoServers, options: RunOptions): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const name of servers.measures) {
    const measure: Measure = MEASURES[name];
    await using resources = new AsyncDisposableStack();
    const rounds = {
      subject: await measure(servers.subject, options, resources),
      peer: await measure(servers.peer, options, resources),
    };
    const { perSecond } = await alternate(options.rounds, rounds);
    const comparison: Comparison = {
      subject: `${name}, ${servers.names.subject}`,
      peer: servers.names.peer,
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: servers.atLeast },
    };
    console.error(`  ${comparison.subject}: ${computeRatio(comparison).toFixed(2)}`);
    comparisons.push(comparison);
  }
  return comparisons;
}

type Measure = (
  side: Side,
  options: RunOptions,
  resources: AsyncDisposableStack,
) => Promise<() => Promise<{ perSecond: number }>>;

/** Starts a worker that finds no job, and a receiver that it may call. */
async function startIdleWorker(
  api: Api,
  { profileDirectory }: RunOptions,
  resources: AsyncDisposableStack,
): Promise<Receiver> {
  await deleteJobs(api.pool);
  const receiver = resources.use(await startReceiver());
  resources.use(await startWorker(api, receiver, profileDirectory));
  return receiver;
}

const MEASURES = {
  submissions: async ({ api, keys }, { seconds }) =>
    submissionRounds(api, { requests: submissionRequests(keys), seconds }),
  'status queries': async ({ api, keys, taskIds }, { seconds }) => {
    const requests = statusRequests(keys, await taskIds(api.pool));
    return queryRounds(api, { url: api.url, requests, seconds });
  },
  'ends of tasks': async ({ api }, options, resources) => {
    await startIdleWorker(api, options, resources);
    return endRounds(api, options);
  },
  callbacks: async ({ api }, options, resources) => {
    const receiver = await startIdleWorker(api, options, resources);
    return deliveryRounds(api, receiver, { seconds: options.seconds, after: KEYS });
  },
  // These two read what the others wrote: each owner then has a page of tasks, entries and callbacks on both sides.
  lists: async ({ api, keys }, { seconds }) =>
    queryRounds(api, { url: api.url, requests: listRequests(keys), seconds }),
  'console pages': async ({ api }, { seconds, rounds }) => {
    const requests = await consoleRequests(api, await listOwnerIds(api.pool));
    // All rounds, and the one before them, may be in one minute.
    const atMost = Math.floor(CONSOLE_QUOTA / (rounds + 1));
    return queryRounds(api, { url: api.url, requests, seconds, atMost });
  },
} satisfies Readonly<Record<string, Measure>>;
