/**
 * The cost of a call through the client, compared with the same request by the bare `fetch` that it uses, by a `fetch` that is
 * bounded as every call of the client is, and by openapi-fetch.
 */
import { createClient } from '@keyframe/client';
import type { paths } from '@keyframe/contract';
import createFetchClient from 'openapi-fetch';
import type { Benchmark, Comparison } from '../../comparison.ts';
import { constantServer } from '../../peers/constant-server.ts';
import { alternate } from '../../rounds.ts';

const API_KEY = 'sk_test_bench';
const DEADLINE_MS = 30_000;
/** Until all sides are compiled; a turn alone is too short on a busy machine. */
const WARM_UP_CALLS = 3000;
const RECORD = {
  id: 'task_1',
  status: 'queued',
  created_at: 1_795_172_400,
  model: 'video-2-0',
  billing_status: 'reserved',
  credits: 50,
  failed_reason: null,
};
/** So long is one turn of a side: what else the machine does meets both. */
const TURN_MS = 250;

/** The peers of the calls, by their name in the table. */
function createPeers(url: string): Readonly<Record<string, () => Promise<unknown>>> {
  const headers = { authorization: `Bearer ${API_KEY}` };
  const address = `${url}/v1/tasks/task_1`;
  const typed = createFetchClient<paths>({ baseUrl: url, headers });
  return {
    'bare fetch': async () => (await fetch(address, { headers })).json(),
    'fetch with a deadline': async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), DEADLINE_MS);
      const response = await fetch(address, { headers, signal: controller.signal });
      const body = await response.json();
      clearTimeout(timer);
      return body;
    },
    'openapi-fetch': () => typed.GET('/v1/tasks/{id}', { params: { path: { id: 'task_1' } } }),
  };
}

/** Compares status queries, one after the other. */
export const clientCalls: Benchmark = async ({ rounds, seconds }) => {
  await using server = await constantServer({ record: RECORD });
  const client = createClient({ apiKey: API_KEY, baseUrl: server.url });
  const clientCall = () => client.tasks.get('task_1');
  const peers = Object.entries(createPeers(server.url));
  const turns = Math.ceil((rounds * seconds * 1000) / TURN_MS / peers.length);
  for (const call of [clientCall, ...peers.map(([, peer]) => peer)]) {
    for (let count = 0; count < WARM_UP_CALLS; count += 1) await call();
  }
  const comparisons: Comparison[] = [];
  for (const [name, call] of peers) {
    const { ms, cpuMs } = await alternate(turns, {
      subject: () => timeCalls(clientCall),
      peer: () => timeCalls(call),
    });
    comparisons.push(
      {
        subject: 'client, tasks.get',
        peer: name,
        unit: 'ms',
        figures: ms,
        target: { kind: 'factor', atMost: 1.1 },
      },
      {
        subject: 'client, tasks.get: CPU time',
        peer: name,
        unit: 'ms',
        figures: cpuMs,
        target: { kind: 'factor', atMost: 1.1 },
      },
    );
  }
  return comparisons;
};

/** Gives the time and the CPU time of a call, on average over a turn. */
async function timeCalls(call: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let calls = 0;
  for (; performance.now() - startedAt < TURN_MS; calls += 1) await call();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: ms / calls, cpuMs: (user + system) / 1000 / calls };
}
