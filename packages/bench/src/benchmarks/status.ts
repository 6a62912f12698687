/** Status queries, beside a bare Hono handler that answers a constant of the same size. */
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Comparison, RunOptions } from '../comparison.ts';
import { checkpoint, insertOwners } from '../database/owners.queries.ts';
import { insertCompletedTasks, reopenTasks } from '../database/tasks.queries.ts';
import { type LoadRequest, measureLoad } from '../load/load.ts';
import { type ConstantResponse, constantServer } from '../peers/constant-server.ts';
import { alternate } from '../rounds.ts';

const CONNECTIONS = 128;
const FIRST_AMOUNT = 2_000;
/** Tasks that have ended are answered from memory; others are read. */
const TARGETS = { ended: 0.6, unfinished: 0.4 };
/** Each task is polled a few times a second more than the default allows; its key stays below the default. */
export const POLL_QUOTA_ENV = { RATE_POLL: '1000' };

/** Compares the rates of answers to GET /v1/tasks/{id} about tasks that have ended. */
export const status: Benchmark = (options) => compareQueries('ended', options);

/** Compares the rates of answers about tasks that are under way. */
export const statusUnfinished: Benchmark = (options) => compareQueries('unfinished', options);

async function compareQueries(
  kind: keyof typeof TARGETS,
  { rounds, seconds, profileDirectory }: RunOptions,
): Promise<Comparison[]> {
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await startApi({ env: POLL_QUOTA_ENV, profileDirectory }));
  const keys = await insertOwners(api.pool);
  const taskIds = await insertCompletedTasks(api.pool);
  if (kind === 'unfinished') await reopenTasks(api.pool);
  const requests = statusRequests(keys, taskIds);
  const constant = resources.use(await constantServer(await sampleAnswer(api, requests)));
  const { perSecond } = await alternate(rounds, {
    subject: queryRounds(api, { url: api.url, requests, seconds }),
    peer: queryRounds(api, { url: constant.url, requests, seconds }),
  });
  return [
    {
      subject: kind === 'ended' ? 'status queries' : 'status queries of unfinished tasks',
      peer: 'bare Hono, a constant',
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: TARGETS[kind] },
    },
  ];
}

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
}

/** Creates rounds of status queries, to the API or to its peer. */
export function queryRounds({ pool }: Api, { url, requests, seconds }: QueryRounds) {
  let amount = FIRST_AMOUNT;
  return async () => {
    await checkpoint(pool);
    const perSecond = await measureLoad({ url, connections: CONNECTIONS, amount, requests }, 200);
    amount = Math.max(CONNECTIONS, Math.round(perSecond * seconds));
    return { perSecond };
  };
}
