import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClient } from '@keyframe/client';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type CallbackEvent, followCallbacks } from './follow-callbacks.ts';

const createEvent = (number: number): CallbackEvent => ({
  id: `task_${number}`,
  status: 'failed',
  created_at: 1_795_172_400,
  model: 'video-2-0',
  data: { failed_reason: 'timed_out', credits_refunded: 20 },
});

test('yields each callback once and in order, although responses are lost and the service fails', async () => {
  const events = [1, 2, 3, 4, 5].map(createEvent);
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const after = new URL(request.url ?? '', 'http://local').searchParams.get('after');
    const start = Number(after ?? 0);
    const data = after === null ? [] : events.slice(start, start + 2);
    if (requests % 3 === 0) return response.destroy();
    response.writeHead(requests % 4 === 0 ? 502 : 200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ data, position: String(start + data.length) }));
  });
  await using listening = await listen(server);
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: listening.url });
  const interruption = new AbortController();
  const connections: boolean[] = [];
  const seen: string[] = [];
  const options = {
    signal: interruption.signal,
    intervalMs: 1,
    onConnection: ({ isConnected }: { isConnected: boolean }) => connections.push(isConnected),
  };
  for await (const { id } of followCallbacks(client, options)) {
    seen.push(id);
    if (seen.length === events.length) interruption.abort();
  }
  expect(seen).toEqual(events.map(({ id }) => id));
  expect(connections.slice(0, 2)).toEqual([false, true]);
});

test('a pause that no timer can hold does not become polling without a pause', async () => {
  const interruption = new AbortController();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    const isFirst = requests === 1;
    const headers = { 'content-type': 'application/json', 'retry-after': '3000000' };
    response.writeHead(isFirst ? 200 : 502, headers).end(JSON.stringify({ data: [], position: '0' }));
  });
  await using listening = await listen(server);
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: listening.url });
  const lost = Promise.withResolvers<void>();
  const onConnection = ({ isConnected }: { isConnected: boolean }) => {
    if (!isConnected) lost.resolve();
  };
  const options = { signal: interruption.signal, intervalMs: 1, onConnection };
  const collect = async () => {
    for await (const event of followCallbacks(client, options)) throw new Error(event.id);
  };
  const collected = collect();
  await lost.promise;
  // Enough turns for a third request, if there were no pause.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  interruption.abort();
  await expect(collected).rejects.toThrow('aborted');
  expect(requests).toBe(2);
});
