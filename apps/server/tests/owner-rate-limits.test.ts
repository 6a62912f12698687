import { expect, test } from 'vitest';
import { sharedSecret } from '../src/db/secret.queries.ts';
import { type Mode, SCOPES } from '../src/db/tables.ts';
import { createKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({
  RATE_CREATE: '3',
  RATE_STATUS: '4',
  RATE_CREATE_OWNER: '7',
  RATE_STATUS_OWNER: '9',
}));
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

async function givenKeys(ownerId: string, mode: Mode, count: number): Promise<string[]> {
  const secret = await sharedSecret(connection.database, 'key-hash');
  const create = () => createKey(connection.database, { ownerId, mode, scopes: SCOPES, secret });
  return Promise.all(Array.from({ length: count }, async () => (await create()).key));
}

const submit = (key: string) => request('/v1/videos/generations', { key, json: BODY });
const count = (responses: readonly Response[], status: number) =>
  responses.filter((response) => response.status === status).length;

test('the keys of an owner and mode share a limit of submissions', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const keys = await givenKeys(owner.ownerId, 'test', 4);
  const responses: Response[] = [];
  for (const key of [...keys, ...keys, ...keys]) responses.push(await submit(key));
  // Twelve by their keys. A share of the seven comes back with every 8.6 seconds.
  expect(count(responses, 202)).toBeGreaterThanOrEqual(7);
  expect(count(responses, 202)).toBeLessThan(12);
  expect(count(responses, 202) + count(responses, 429)).toBe(12);
  const refused = responses.findLast(({ status }) => status === 429);
  expect(refused?.headers.get('ratelimit-policy')).toBe('"create";q=3;w=60, "account";q=7;w=60');
  expect(refused?.headers.get('ratelimit')).toMatch(/^"create";r=\d+;t=\d+, "account";r=0;t=\d+$/);
  const { error } = ((await refused?.json()) ?? {}) as { error: { message: string; retry_after: number } };
  expect(error).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(
      /^Rate limit exceeded: 7 requests in 60 seconds for all test keys of this account\./,
    ),
  });
  expect(refused?.headers.get('retry-after')).toBe(String(error.retry_after));
  const [live = ''] = await givenKeys(owner.ownerId, 'live', 1);
  expect((await submit(live)).status).toBe(402);
  const other = await givenOwner(connection, { mode: 'test' });
  expect((await submit(other.key)).status).toBe(202);
});

test('the keys of an owner and mode share a limit of reads, of tasks and of everything else', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const keys = await givenKeys(owner.ownerId, 'test', 5);
  const { taskId } = (await (await submit(owner.key)).json()) as { taskId: string };
  const read = (path: string) => Promise.all([...keys, ...keys].map((key) => request(path, { key })));
  const credits = await read('/v1/credits');
  expect(count(credits, 200)).toBeGreaterThanOrEqual(9);
  const polls = await read(`/v1/tasks/${taskId}`);
  expect(count(polls, 200)).toBeLessThan(5);
  expect(count(polls, 200) + count(polls, 429)).toBe(10);
});

test('a request that the limit of its key refuses does not count against its owner', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const [flooded = '', ...others] = await givenKeys(owner.ownerId, 'test', 2);
  const flood = await Promise.all(Array.from({ length: 40 }, () => submit(flooded)));
  expect(count(flood, 202)).toBe(3);
  const accepted = await Promise.all(others.flatMap((key) => [submit(key), submit(key), submit(key)]));
  expect(count(accepted, 202)).toBe(3);
});
