import { expect, test } from 'vitest';
import { startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED, GENERATING } from '../tests/support/records.ts';
import { type Client, ConfigurationError, createClient } from './index.ts';
import { getDeliveries, getSandboxCallbacks, listTasks } from './tasks.ts';

const FIRST = { status: 200, body: { data: [FAILED, COMPLETED], next_cursor: 'b+c' } };
const LAST = { status: 200, body: { data: [GENERATING], next_cursor: null } };

/** Node 20 has no `Array.fromAsync`. */
async function collect<TItem>(items: AsyncIterable<TItem>): Promise<TItem[]> {
  const found: TItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('iterates over the tasks of all pages, with the filters on every page', async () => {
  await using server = await startApiServer(FIRST, LAST);
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  const listing = listTasks(client, { model: 'video-2-0', limit: 2 });
  expect(server.requests).toEqual([]);
  expect(await collect(listing)).toEqual([FAILED, COMPLETED, GENERATING]);
  expect(server.requests).toMatchObject([
    { path: '/v1/tasks?model=video-2-0&limit=2', headers: { authorization: 'Bearer sk_test_key' } },
    { path: '/v1/tasks?model=video-2-0&limit=2&cursor=b%2Bc' },
  ]);
});

test('requests no further page when the iteration is left; its cursor continues it later', async () => {
  await using server = await startApiServer(FIRST, LAST);
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  let cursor: string | null = null;
  for await (const page of listTasks(client).pages()) {
    cursor = page.next_cursor;
    break;
  }
  expect(server.requests).toHaveLength(1);
  expect(await collect(listTasks(client, { cursor: cursor ?? '' }))).toEqual([GENERATING]);
  expect(server.requests[1]?.path).toBe('/v1/tasks?cursor=b%2Bc');
});

test('retries a page after a transient error; other errors end the listing', async () => {
  const body = { error: { code: 'internal_error', message: 'Try again.' } };
  const invalid = { error: { code: 'invalid_request', message: 'Unknown cursor.', param: 'cursor' } };
  await using server = await startApiServer(FIRST, { status: 500, body }, { status: 400, body: invalid });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  await expect(collect(listTasks(client))).rejects.toMatchObject({
    code: 'invalid_request',
    param: 'cursor',
  });
  expect(server.requests).toHaveLength(3);
});

test('returns the callbacks of the sandbox after a position', async () => {
  const body = { data: [], position: 'b' };
  await using server = await startApiServer({ status: 200, body });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  expect(await getSandboxCallbacks(client, { after: 'a', limit: 100 })).toEqual(body);
  expect(server.requests[0]?.path).toBe('/v1/sandbox/callbacks?after=a&limit=100');
});

test('returns the deliveries of the task, with the response on request', async () => {
  const body = { data: [] };
  await using server = await startApiServer({ status: 200, body, headers: { 'x-request-id': 'req_9' } });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  expect(await getDeliveries(client, 'task_1').withResponse()).toMatchObject({
    data: body,
    requestId: 'req_9',
  });
  expect(server.requests[0]?.path).toBe('/v1/tasks/task_1/deliveries');
});

test('rejects a client that createClient did not create', () => {
  const client = { ...createClient({ apiKey: 'sk_test_key', baseUrl: 'http://127.0.0.1' }) } as Client;
  expect(() => listTasks(client)).toThrow(ConfigurationError);
  expect(() => getDeliveries(client, 'task_1')).toThrow('client must come from createClient');
});
