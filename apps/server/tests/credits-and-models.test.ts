import type { components } from '@keyframe/contract';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { grantCredits } from '../src/credits/ledger.queries.ts';
import { sharedSecret } from '../src/db/secret.queries.ts';
import { createKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

type Schemas = components['schemas'];
type Model = Schemas['PricedModel'];
type Resolution = keyof Model['credits_per_second'];

// Without workers what is reserved stays reserved.
const { connection, request } = useServer(async () => ({ ROLE: 'api', RATE_STATUS: '40' }));

async function read<TBody>(
  path: string,
  key: string,
): Promise<{ status: number; headers: Headers; body: TBody }> {
  const response = await request(path, { key });
  return { status: response.status, headers: response.headers, body: (await response.json()) as TBody };
}
const credits = (key: string) => read<Schemas['CreditBalance']>('/v1/credits', key);
const models = (key: string) => read<Schemas['ModelList']>('/v1/models', key);
const submit = async (key: string, input: object, model = 'video-2-0') => {
  const json = { model, input: { prompt: 'a calm sea', ...input } };
  const response = await request('/v1/videos/generations', { key, json });
  return (await response.json()) as Schemas['VideoGenerationAccepted'];
};

test('STA-3 a key sees the balance that it spends, and what its unfinished tasks hold', async () => {
  const { ownerId, key } = await givenOwner(connection, { mode: 'test', credits: 1000 });
  await grantCredits(connection.database, { ownerId, mode: 'live', amount: 7 });
  expect(await credits(key)).toMatchObject({
    status: 200,
    body: { mode: 'test', available: 1000, reserved: 0 },
  });
  await submit(key, { duration: 5 });
  expect((await credits(key)).body).toEqual({ mode: 'test', available: 950, reserved: 50 });
  const secret = await sharedSecret(connection.database, 'key-hash');
  const live = await createKey(connection.database, {
    ownerId,
    mode: 'live',
    scopes: ['tasks:read'],
    secret,
  });
  expect((await credits(live.key)).body).toEqual({ mode: 'live', available: 7, reserved: 0 });
});

test('shows the balance of the key, not of other owners', async () => {
  await givenOwner(connection, { mode: 'test', credits: 5000 });
  const { key } = await givenOwner(connection, { mode: 'test', credits: 0 });
  expect((await credits(key)).body).toEqual({ mode: 'test', available: 0, reserved: 0 });
});

test.each(['/v1/credits', '/v1/models'])('%s needs a key with the scope to read', async (path) => {
  const { ownerId } = await givenOwner(connection);
  const secret = await sharedSecret(connection.database, 'key-hash');
  const { key } = await createKey(connection.database, {
    ownerId,
    mode: 'test',
    scopes: ['videos:create'],
    secret,
  });
  expect(await read(path, key)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  expect((await request(path)).status).toBe(401);
});

test('all that reads counts against one limit', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  await request('/v1/tasks/task_1', { key });
  await models(key);
  const { headers } = await credits(key);
  expect(headers.get('ratelimit')).toMatch(/^"status";r=37;t=\d+$/);
  expect(headers.get('ratelimit-policy')).toBe('"status";q=40;w=60');
  for (let count = 3; count < 40; count += 1) await credits(key);
  expect(await credits(key)).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(await models(key)).toMatchObject({ status: 429 });
});

test('RES-25 the cost of a task can be computed from the prices of its model', async () => {
  const { key } = await givenOwner(connection, { mode: 'test', credits: 100_000 });
  const { body } = await models(key);
  expect(body.data.map(({ id }) => id)).toEqual(document.components.schemas.Model.enum);
  const video = { generation_type: 'reference-to-video', video_urls: ['https://media.example.com/1.mp4'] };
  for (const { id, credits_per_second, video_reference_factor } of body.data) {
    for (const [resolution, rate] of Object.entries(credits_per_second) as [Resolution, number][]) {
      const accepted = await submit(key, { resolution, duration: 7 }, id);
      expect(accepted.credits).toBe(Math.ceil(rate * 7));
      const referring = await submit(key, { resolution, duration: 7, ...video }, id);
      expect(referring.credits).toBe(Math.ceil(rate * 7 * video_reference_factor));
    }
  }
});

test('the example of the contract shows the prices of the table', async () => {
  const { key } = await givenOwner(connection);
  expect((await models(key)).body).toEqual(document.components.examples['model-list'].value);
});
