import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({
  RATE_CREATE: '3',
  RATE_STATUS: '20',
  RATE_POLL: '2',
}));
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

test('LIM-1 ERR-4 OPEN-12 OPEN-18 over its limit a key is told when to come back, before its body is looked at', async () => {
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

test('LIM-2 END-5 OPEN-13 status queries have a limit of their own, and each task a polling limit', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const submit = async () =>
    (await (await request('/v1/videos/generations', { key, json: BODY })).json()) as { taskId: string };
  const [first, second] = [await submit(), await submit()];
  const poll = async (id: string) => (await request(`/v1/tasks/${id}`, { key })).status;
  expect([await poll(first.taskId), await poll(first.taskId), await poll(first.taskId)]).toEqual([
    200, 200, 429,
  ]);
  expect(await poll(second.taskId)).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 17 }, () => poll('task_unknown')));
  expect(statuses.filter((status) => status === 404)).toHaveLength(16);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
