/** The latency of one submission at a time, compared with one bare transaction of the same rows: grouping must cost no time. */
import { Agent, request } from 'node:http';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark } from '../../comparison.ts';
import { bareSubmissionScript, createBareTables } from '../../database/bare-submissions.queries.ts';
import { checkpoint, insertOwners } from '../../database/owners.queries.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { submissionRequests } from '../../load/submission-requests.ts';
import { pgbench } from '../../pgbench/pgbench.ts';
import { alternate } from '../../rounds.ts';
import { percentile } from '../../statistics.ts';

const TARGETS_MS = { p50: 1, p99: 2 };
/** Submissions after which V8 compiles little more: until then, its threads take the cores for milliseconds at a time. */
const WARM_UP = 25_000;

/** Compares the medians and the 99th percentiles of the times that one client waits. */
export const latency: Benchmark = async ({ rounds, seconds, profileDirectory }) => {
  await using api = await startApi({ profileDirectory });
  const requests = submissionRequests(await insertOwners(api.pool));
  await createBareTables(api.pool);
  await measureLoad({ url: api.url, connections: 1, amount: WARM_UP, requests }, 202);
  const figures = await alternate(rounds, {
    subject: async () => percentiles(await submitInTurn(api, requests, seconds)),
    peer: async () => {
      await checkpoint(api.pool);
      const { databaseUrl, directory, pool } = api;
      const script = await bareSubmissionScript(pool);
      return percentiles(
        (await pgbench({ databaseUrl, directory, script, clients: 1, seconds })).latenciesMs,
      );
    },
  });
  return (['p50', 'p99'] as const).map((name) => ({
    subject: `one submission at a time, ${name}`,
    peer: `one bare transaction, ${name}`,
    unit: 'ms',
    figures: figures[name],
    target: { kind: 'difference', atMost: TARGETS_MS[name] },
  }));
};

function percentiles(samples: readonly number[]) {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}

async function submitInTurn(api: Api, requests: readonly LoadRequest[], seconds: number): Promise<number[]> {
  await checkpoint(api.pool);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let next = 0; performance.now() < end; next += 1) {
    const submission = requests[next % requests.length];
    if (submission === undefined) throw new RangeError('Expected at least one submission.');
    const startedAt = performance.now();
    await submit(new URL(submission.path, api.url), submission, agent);
    samples.push(performance.now() - startedAt);
  }
  agent.destroy();
  return samples;
}

function submit(url: URL, { method, headers, body }: LoadRequest, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, (response) => {
      if (response.statusCode !== 202) reject(new Error(`A submission was answered ${response.statusCode}.`));
      response.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end(body);
  });
}
