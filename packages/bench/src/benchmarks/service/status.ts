/** Status queries, beside a bare Hono handler that answers a constant of the same size. */
import { type Api, startApi } from '../../api.ts';
import type { Benchmark, Comparison, RunOptions } from '../../comparison.ts';
import { checkpoint, insertOwners, KEYS_PER_OWNER } from '../../database/owners.queries.ts';
import { insertCompletedTasks, reopenTasks } from '../../database/tasks.queries.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { type ConstantResponse, constantServer } from '../../peers/constant-server.ts';
import { alternate } from '../../rounds.ts';

const CONNECTIONS = 128;
const TARGET = 0.4;
/** Queries in a minute of a key in frequent use; its limit is 600. */
const FREQUENT = 450;
/** Rounds of both sides take turns, so each has half of a minute. */
const ROUND_SECONDS_IN_A_MINUTE = 30;
const HOT_TARGET = 0.9;
/** Each task is polled a few times a second more than the default allows; its key stays below the default. */
export const POLL_QUOTA_ENV = { RATE_POLL: '1000' };

/** Compares the rates of answers to GET /v1/tasks/{id} about tasks that have ended. */
export const status: Benchmark = (options) => compareQueries('ended', options);

/** Compares the rates of answers about tasks that are under way. */
export const statusUnfinished: Benchmark = (options) => compareQueries('unfinished', options);

async function compareQueries(
  kind: 'ended' | 'unfinished',
  { rounds, seconds, profileDirectory }: RunOptions,
): Promise<Comparison[]> {
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await startApi({ env: POLL_QUOTA_ENV, profileDirectory }));
  const keys = await insertOwners(api.pool);
  const taskIds = await insertCompletedTasks(api.pool);
  if (kind === 'unfinished') await reopenTasks(api.pool);
  const requests = statusRequests(keys, taskIds);
  const constant = resources.use(await constantServer(await sampleAnswer(api, requests)));
  const [ours, theirs] = [
    { url: api.url, requests, seconds },
    { url: constant.url, requests, seconds },
  ];
  const first = { subject: await queryOnce(ours), peer: await queryOnce(theirs) };
  const { perSecond } = await alternate(rounds, {
    subject: queryRounds(api, ours),
    peer: queryRounds(api, theirs),
  });
  const common = { peer: 'bare Hono, a constant', unit: '/s' } as const;
  const subject = `status queries of ${kind} tasks`;
  return [
    { ...common, subject, figures: perSecond, target: { kind: 'ratio', atLeast: TARGET } },
    { ...common, subject: `first ${subject}`, figures: first },
  ];
}

/** Compares keys that use most of their limit with keys in seldom use. */
export const statusHot: Benchmark = async ({ rounds, seconds, profileDirectory }) => {
  await using api = await startApi({ env: POLL_QUOTA_ENV, profileDirectory });
  const keys = await insertOwners(api.pool);
  const requests = statusRequests(keys, await insertCompletedTasks(api.pool));
  const { url } = api;
  const warmUp = queryRounds(api, { url, requests, seconds });
  await warmUp();
  const { perSecond: rate } = await warmUp();
  const count = Math.ceil((rate * ROUND_SECONDS_IN_A_MINUTE) / FREQUENT);
  // Half of each owner's, whose own limit is that of all its keys.
  const isFrequent = (index: number) => index % KEYS_PER_OWNER < KEYS_PER_OWNER / 2;
  const frequent = requests.filter((_, index) => isFrequent(index)).slice(0, count);
  const seldom = requests.filter((_, index) => !isFrequent(index));
  const { perSecond } = await alternate(rounds, {
    subject: queryRounds(api, { url, requests: frequent, seconds }),
    peer: queryRounds(api, { url, requests: seldom, seconds }),
  });
  return [
    {
      subject: `status queries by ${frequent.length} keys`,
      peer: `by ${seldom.length} keys`,
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: HOT_TARGET },
    },
  ];
};

/** Lets each key ask for one task of its own. */
export function statusRequests(keys: readonly string[], taskIds: readonly string[]): LoadRequest[] {
  return keys.map((key, index) => ({
    method: 'GET',
    path: `/v1/tasks/${taskIds[index]}`,
    headers: { authorization: `Bearer ${key}` },
  }));
}

async function sampleAnswer({ url }: Api, [first]: readonly LoadRequest[]): Promise<ConstantResponse> {
  if (first === undefined) throw new RangeError('Expected at least one task.');
  const answer = await fetch(url + first.path, { headers: first.headers });
  if (!answer.ok) throw new Error(`A status query was answered ${answer.status}: ${await answer.text()}`);
  return { record: await answer.json() };
}

interface QueryRounds {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly seconds: number;
  /** Requests of a round, if a limit of the API allows no more. */
  readonly atMost?: number;
}

/** Sends each request once, and returns the rate: the API reads each key and task, and leases permits. */
function queryOnce({ url, requests }: QueryRounds): Promise<number> {
  return measureLoad({ url, connections: CONNECTIONS, amount: requests.length, requests }, 200);
}

/**
 * Creates rounds of status queries, to the API or to its peer. The first round, which is not measured, contains each request
 * twice: the first query of a key and a task reads them and leases permits, the second one encodes the record.
 */
export function queryRounds(
  { pool }: Api,
  { url, requests, seconds, atMost = Number.POSITIVE_INFINITY }: QueryRounds,
) {
  let amount = 2 * requests.length;
  return async () => {
    await checkpoint(pool);
    const perSecond = await measureLoad({ url, connections: CONNECTIONS, amount, requests }, 200);
    amount = Math.max(CONNECTIONS, Math.round(Math.min(perSecond * seconds, atMost)));
    return { perSecond };
  };
}
