/** Test events for a receiver, and rotations of the secrets of callbacks. */
import type { CallbackKeys } from '@keyframe/console-contract/hono';
import { expect, test } from 'vitest';
import { givenMember } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api' }));

async function givenPage() {
  const owner = await givenOwner(server.connection, { mode: 'test' });
  const { browser, userId } = await givenMember(server, { ownerId: owner.ownerId, role: 'admin' });
  return { owner, browser, userId, base: `/api/owners/${owner.ownerId}` };
}

test('a test event passes the checks of every callback, a limited number of times a minute', async () => {
  const { browser, base } = await givenPage();
  const send = (url: string) => browser.send(`${base}/test-events`, { json: { url } });
  const refused = await send('https://127.0.0.1/hook');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request', param: '/url' } });
  const failed = await send('https://localhost.invalid/hook');
  expect(failed.status).toBe(200);
  expect(await failed.json()).toMatchObject({
    delivered: false,
    http_status: null,
    request: { body: expect.stringContaining('"status":"completed"') },
  });
  for (let count = 1; count < 10; count += 1) await send('https://localhost.invalid/hook');
  expect((await send('https://localhost.invalid/hook')).status).toBe(429);
});

test('rotations at the same time are bounded as well', async () => {
  const { browser, base } = await givenPage();
  const rotate = () => browser.send(`${base}/callback-keys/rotations`, { method: 'POST' });
  const statuses = (await Promise.all(Array.from({ length: 8 }, rotate))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(4).fill(201), ...Array(4).fill(429)]);
});

test('a secret is rotated with an overlap, a bounded number of times, and shown with a word in the audit log', async () => {
  const { browser, base } = await givenPage();
  const keys = async () => (await (await browser.send(`${base}/callback-keys`)).json()) as CallbackKeys;
  expect((await keys()).secrets.map(({ state }) => state)).toEqual(['current']);
  const rotate = () => browser.send(`${base}/callback-keys/rotations`, { method: 'POST' });
  for (let count = 0; count < 4; count += 1) expect((await rotate()).status).toBe(201);
  const refused = await rotate();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  const shown = await keys();
  expect(shown.public_key).toMatch(/^whpk_/);
  expect(shown.secrets.map(({ state }) => state)).toEqual([
    'current',
    'retired',
    'retired',
    'retired',
    'retired',
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/whsec_[A-Za-z0-9+/]{5}/);
  const revealed = await browser.send(`${base}/callback-keys/reveals`, { method: 'POST' });
  expect(await revealed.json()).toMatchObject({ secret: expect.stringMatching(/^whsec_.{40}/) });
  const audit = await browser.send(`${base}/audit-events?action=callback-secret.reveal`);
  expect(await audit.json()).toMatchObject({ data: [{ action: 'callback-secret.reveal' }] });
});
