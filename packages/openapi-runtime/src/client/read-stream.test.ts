import { expect, test, vi } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { createClient } from './create-client.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { readAny } from './read-any.ts';
import { eventStream, jsonLines } from './read-stream.ts';
import { isTransient } from './retry.ts';

const EVENTS: OperationDefinition = {
  id: 'watch',
  method: 'GET',
  path: '/events',
  responses: { 'text/event-stream': [200] },
  streams: { 'text/event-stream': eventStream({ json: true, texts: [] }) },
  read: readAny,
  retry: isTransient,
};

type Step = string | 'break';

// Sends the steps as chunks, each when it is pulled; `break` cuts the connection.
function createBody(steps: readonly Step[], pulled: string[] = []): ReadableStream<Uint8Array> {
  const left = [...steps];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const step = left.shift();
        if (step === 'break') controller.error(new Error('socket hang up'));
        else if (step === undefined) controller.close();
        else {
          pulled.push(step);
          controller.enqueue(new TextEncoder().encode(step));
        }
      },
    },
    { highWaterMark: 0 },
  );
}

interface Exchange {
  lastEventId: string | null;
  slept: number[];
}

function createSource(connections: readonly (readonly Step[] | number)[], definition = EVENTS) {
  const requests: Exchange[] = [];
  const slept: number[] = [];
  const left = [...connections];
  const client = createClient(clientErrors, {
    baseUrl: 'http://example.com',
    clock: { now: () => 0, sleep: async (ms) => void slept.push(ms), setTimer: () => () => {} },
    fetch: async (_, init) => {
      requests.push({ lastEventId: new Headers(init?.headers).get('last-event-id'), slept: [...slept] });
      const steps = left.shift() ?? 204;
      const headers = { 'content-type': 'text/event-stream' };
      return typeof steps === 'number'
        ? new Response(null, { status: steps })
        : new Response(createBody(steps), { headers });
    },
  });
  const open = async (signal?: AbortSignal) =>
    (await client.send(definition, { options: { signal } })) as unknown as AsyncIterable<{ data: unknown }>;
  return { open, requests };
}

async function collect(stream: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const { data } of stream) collected.push(data);
  return collected;
}

test('reconnects after a break with the last id and the time of the stream, until 204', async () => {
  const { open, requests } = createSource([
    ['retry: 20\nid: 1\ndata: 1\n\n', 'id: 2\ndata: 2\n\ndata: 3', 'break'],
    ['id: 3\ndata: 3\n\n'],
  ]);
  expect(await collect(await open())).toEqual([1, 2, 3]);
  expect(requests).toEqual([
    { lastEventId: null, slept: [] },
    { lastEventId: '2', slept: [20] },
    { lastEventId: '3', slept: [20, 20] },
  ]);
});

test('does not reconnect after the end of a stream that names neither id nor retry', async () => {
  const { open, requests } = createSource([['data: 1\n\n']]);
  expect(await collect(await open())).toEqual([1]);
  expect(requests).toHaveLength(1);
});

test('reports a break of a request that is not safe to repeat', async () => {
  const { open, requests } = createSource([['id: 1\ndata: 1\n\n', 'break']], { ...EVENTS, method: 'POST' });
  await expect(collect(await open())).rejects.toMatchObject({ code: 'network_error' });
  expect(requests).toHaveLength(1);
});

test('ends with the reason of an abort', async () => {
  const controller = new AbortController();
  const { open } = createSource([['data: 1\n\n', 'data: 2\n\n', 'break']]);
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const { data } of await open(controller.signal)) {
      seen.push(data);
      if (data === 2) controller.abort(new Error('enough'));
    }
  })();
  await expect(reading).rejects.toThrow('enough');
  expect(seen).toEqual([1, 2]);
});

test('reports data that is not JSON', async () => {
  const { open } = createSource([['data: {\n\n']]);
  await expect(collect(await open())).rejects.toMatchObject({ code: 'network_error' });
});

test('reads an item when the loop requests it, and cancels the body when the loop ends', async () => {
  const pulled: string[] = [];
  const body = createBody(['1\n', '2\n', '3\n', '4\n'], pulled);
  const response = new Response(body, { headers: { 'content-type': 'application/jsonl' } });
  const client = createClient(clientErrors, { baseUrl: 'http://example.com', fetch: async () => response });
  const definition: OperationDefinition = {
    ...EVENTS,
    responses: { 'application/jsonl': [200] },
    streams: { 'application/jsonl': jsonLines },
  };
  const items = (await client.send(definition, {})) as unknown as AsyncIterable<number>;
  expect(pulled).toEqual([]);
  for await (const item of items) if (item === 2) break;
  expect(pulled).toEqual(['1\n', '2\n']);
});

test.each([
  ['left early', [['id: 1\ndata: 1\n\n', 'id: 2\ndata: 2\n\n']], 1],
  [
    'that reconnects',
    [
      ['id: 1\ndata: 1\n\n', 'break'],
      ['id: 2\ndata: 2\n\n', 'break'],
    ],
    2,
  ],
])('a stream %s keeps no listener of the signal', async (_, connections, items) => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  let left = items;
  for await (const _item of await createSource(connections).open(signal)) {
    left -= 1;
    if (left === 0 && items === 1) break;
  }
  const followed = added.mock.calls.filter(([type]) => type === 'abort').map(([, listener]) => listener);
  expect(followed).not.toEqual([]);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(expect.arrayContaining(followed));
});
