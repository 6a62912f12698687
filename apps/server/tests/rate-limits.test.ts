import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({
  RATE_CREATE: '3',
  RATE_STATUS: '20',
  RATE_POLL: '2',
}));
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

test('refuses a key over its limit with the time to retry, before reading its body', {
  meta: { requirements: ['LIM-1', 'ERR-4', 'OPEN-12', 'OPEN-18'] },
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const statuses = [];
  for (const json of [BODY, {}, BODY, {}]) {
    statuses.push((await request('/v1/videos/generations', { key, json })).status);
  }
  expect(statuses).toEqual([202, 400, 202, 429]);
  const refused = await request('/v1/videos/generations', { key, json: BODY });
  const { error } = (await refused.json()) as { error: { retry_after: number } };
  expect(error).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
  expect(refused.headers.get('retry-after')).toBe(String(error.retry_after));
  expect(refused.headers.get('ratelimit-policy')).toBe('"create";q=3;w=60');
  expect(refused.headers.get('ratelimit')).toMatch(/^"create";r=0;t=\d+$/);
});

test('status queries have a limit of their own, and each task a polling limit', {
  meta: { requirements: ['LIM-2', 'END-5', 'OPEN-13'] },
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const submit = async () =>
    (await (await request('/v1/videos/generations', { key, json: BODY })).json()) as { taskId: string };
  const [first, second] = [await submit(), await submit()];
  const poll = async (id: string) => (await request(`/v1/tasks/${id}`, { key })).status;
  expect([await poll(first.taskId), await poll(first.taskId), await poll(first.taskId)]).toEqual([
    200, 200, 429,
  ]);
  expect(await poll(second.taskId)).toBe(200);
  const statuses: number[] = [];
  for (let number = 0; number < 17; number += 1) statuses.push(await poll('task_unknown'));
  expect(statuses).toEqual([...Array.from({ length: 16 }, () => 404), 429]);
});

/** Reads a list of strings with whole-number parameters, as RFC 9651 writes it; anything else throws. */
function readList(header: string | null): Record<string, Record<string, number>> {
  const items = (header ?? '').split(', ').map((item) => {
    const [, name = '', parameters = ''] = /^"([a-z]+)"((?:;[a-z]+=\d{1,15})+)$/.exec(item) ?? [];
    if (name === '') throw new Error(`This is no item of a list: ${item}`);
    const pairs = parameters
      .slice(1)
      .split(';')
      .map((pair) => pair.split('='));
    return [name, Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)]))] as const;
  });
  return Object.fromEntries(items);
}

test('RateLimit and RateLimit-Policy are lists with an item for each limit, on every counted answer', {
  meta: { requirements: ['LIM-1', 'LIM-2', 'OPEN-13'] },
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const created = await request('/v1/videos/generations', { key, json: BODY });
  const { taskId } = (await created.json()) as { taskId: string };
  const fields = ({ headers }: Response) => ({
    policy: readList(headers.get('ratelimit-policy')),
    left: readList(headers.get('ratelimit')),
  });
  expect(fields(created)).toEqual({
    policy: { create: { q: 3, w: 60 } },
    left: { create: { r: 2, t: 60 } },
  });
  const polled = await request(`/v1/tasks/${taskId}`, { key });
  const policies = { status: { q: 20, w: 60 }, poll: { q: 2, w: 60 } };
  expect(fields(polled)).toEqual({
    policy: policies,
    left: { status: { r: 19, t: 60 }, poll: { r: 1, t: 60 } },
  });
  const unknown = await request('/v1/tasks/task_unknown', { key });
  expect(unknown.status).toBe(404);
  expect(fields(unknown).left).toEqual({ status: { r: 18, t: expect.any(Number) } });
  const anonymous = await request('/v1/tasks/task_unknown');
  expect([anonymous.status, anonymous.headers.get('ratelimit')]).toEqual([401, null]);
});
