/** Submissions of many owners while one of them uses its whole quota, beside the same without it. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark } from '../../comparison.ts';
import { checkpoint, insertOwners, KEYS_PER_OWNER } from '../../database/owners.queries.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { alternate } from '../../rounds.ts';

const CONNECTIONS = 128;
const TARGET = 0.9;
/** Interval of the submissions of an owner at its default quota of 600 a minute. */
const QUOTA_MS = 100;
/** Submissions that the hot owner sends at once. */
const BURST = 10;

/** Compares the rates of the others; throws if the hot owner submits less than its quota. */
export const submissionsHot: Benchmark = async ({ rounds, profileDirectory }) => {
  await using api = await startApi({ profileDirectory });
  const requests = submissionRequests(await insertOwners(api.pool));
  const hot = requests.slice(0, KEYS_PER_OWNER);
  const others = requests.slice(KEYS_PER_OWNER);
  // One of each key, so that both sides have the same keys in memory.
  const load = { url: api.url, connections: CONNECTIONS, amount: others.length, requests: others };
  const measure = async () => {
    await checkpoint(api.pool);
    return { perSecond: await measureLoad(load, 202) };
  };
  const { perSecond } = await alternate(rounds, {
    subject: () => beside(api, hot, measure),
    peer: measure,
  });
  return [
    {
      subject: 'submissions of many owners beside a hot one',
      peer: 'without it',
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: TARGET },
    },
  ];
};

/** Lets an owner submit in bursts, as often as its quota allows, until the work is done. */
async function beside<TResult>(
  { url }: Api,
  requests: readonly LoadRequest[],
  work: () => Promise<TResult>,
): Promise<TResult> {
  let isDone = false;
  const submitHot = async () => {
    while (!isDone) {
      const next = wait(BURST * QUOTA_MS);
      await Promise.all(requests.slice(0, BURST).map((request) => submit(url, request)));
      await next;
    }
  };
  const working = work().finally(() => {
    isDone = true;
  });
  const [result] = await Promise.all([working, submitHot()]);
  return result;
}

async function submit(url: string, { method, path, headers, body }: LoadRequest): Promise<void> {
  const response = await fetch(url + path, { method, headers, body: body ?? null });
  await response.arrayBuffer();
  if (response.status !== 202) throw new Error(`The hot owner's submission was answered ${response.status}.`);
}
