/** What a call through the client costs beside the same request by the bare `fetch` that it stands on. */
import { createClient } from '@keyframe/client';
import type { Benchmark } from '../comparison.ts';
import { constantServer } from '../peers/constant-server.ts';
import { alternate } from '../rounds.ts';

const API_KEY = 'sk_test_bench';
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

/** Compares status queries, one after the other. */
export const clientCalls: Benchmark = async ({ rounds, seconds }) => {
  await using server = await constantServer({ record: RECORD });
  const client = createClient({ apiKey: API_KEY, baseUrl: server.url });
  const headers = { authorization: `Bearer ${API_KEY}` };
  const bareCall = async () => {
    const response = await fetch(`${server.url}/v1/tasks/task_1`, { headers });
    return response.json();
  };
  const turns = Math.ceil((rounds * seconds * 1000) / TURN_MS);
  const { subject, peer } = await alternate(turns, {
    subject: () => timeCalls(() => client.tasks.get('task_1')),
    peer: () => timeCalls(bareCall),
  });
  return [
    {
      subject: 'client, tasks.get',
      peer: 'bare fetch',
      unit: 'ms',
      figures: { subject: subject.ms, peer: peer.ms },
      target: { kind: 'factor', atMost: 1.1 },
    },
    {
      subject: 'client, tasks.get: CPU time',
      peer: 'bare fetch',
      unit: 'ms',
      figures: { subject: subject.cpuMs, peer: peer.cpuMs },
      target: { kind: 'factor', atMost: 1.1 },
    },
  ];
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
