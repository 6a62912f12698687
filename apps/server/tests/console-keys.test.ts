import { expect, test } from 'vitest';
import { deleteOldRateWindows } from '../src/limits/rate.queries.ts';
import { type Browser, givenMember } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

interface Key {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly last_used_at: string | null;
  readonly key: string;
}

async function givenDeveloper() {
  const { ownerId } = await givenOwner(server.connection);
  const { browser, email } = await givenMember(server, { ownerId, role: 'developer' });
  const create = async (request: object) => {
    const json = { name: 'render farm', mode: 'test', ...request };
    const response = await browser.send(`/api/owners/${ownerId}/keys`, { json });
    return { status: response.status, body: (await response.json()) as Key };
  };
  return { ownerId, browser, email, create };
}

async function listKeys(browser: Browser, ownerId: string): Promise<Key[]> {
  const response = await browser.send(`/api/owners/${ownerId}/keys`);
  return ((await response.json()) as { data: Key[] }).data;
}

const models = (key: string) => server.request('/v1/models', { key });

test('AUT-1 a key is created in the dashboard, and its full text is in the answer to that and nowhere else', async () => {
  const { ownerId, browser, email, create } = await givenDeveloper();
  const { status, body } = await create({});
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'render farm',
    mode: 'test',
    scopes: ['videos:create', 'tasks:read'],
    created_by: email,
    expires_at: null,
    state: 'active',
    last_used_at: null,
  });
  expect(body.key).toMatch(/^sk_test_[0-9A-Za-z]{32}$/);
  expect((await models(body.key)).status).toBe(200);
  for (const path of ['keys', 'audit-events', 'members', '']) {
    const text = await (await browser.send(`/api/owners/${ownerId}/${path}`)).text();
    expect(text).not.toContain(body.key.slice(8, 20));
  }
  const { rows } = await server.connection.pool.query<{ text: string }>(
    `SELECT string_agg(line, '') AS text FROM (
      SELECT api_keys::text AS line FROM api_keys UNION ALL SELECT audit_events::text FROM audit_events) AS lines`,
  );
  expect(rows[0]?.text).toContain('render farm');
  expect(rows[0]?.text).not.toContain(body.key.slice(8, 20));
});

test('a key that has expired is refused as an unknown one, at every operation', async () => {
  const { ownerId, browser, create } = await givenDeveloper();
  const { body } = await create({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await models(body.key)).status).toBe(200);
  await server.connection.pool.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [body.id]);
  const request = { model: 'video-2-0', input: { prompt: 'a lighthouse' } };
  const answers = [
    await models(body.key),
    await server.request('/v1/tasks/task_01jd3zq8m6v5t2x9c4b7n1k0ph', { key: body.key }),
    await server.request('/v1/videos/generations', { key: body.key, json: request }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  }
  expect(await listKeys(browser, ownerId)).toContainEqual(expect.objectContaining({ state: 'expired' }));
});

test('an expiry in the past is refused', async () => {
  const { create } = await givenDeveloper();
  const { status, body } = await create({ expires_at: '2020-01-01T00:00:00Z' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { code: 'invalid_request', param: '/expires_at' } });
});

test('a revoked key is refused at once; revoking it again changes nothing', async () => {
  const { ownerId, browser, create } = await givenDeveloper();
  const { body } = await create({});
  const path = `/api/owners/${ownerId}/keys/${body.id}`;
  const first = await (await browser.send(path, { method: 'DELETE' })).json();
  expect(first).toMatchObject({ id: body.id, state: 'revoked' });
  expect((await models(body.key)).status).toBe(401);
  expect(await (await browser.send(path, { method: 'DELETE' })).json()).toEqual(first);
});

test('shows the last use of a key at once, and after its window is gone; requests do not write the key', async () => {
  const { ownerId, browser, create } = await givenDeveloper();
  const { pool, database } = server.connection;
  const { body } = await create({});
  const readVersion = async () => {
    const { rows } = await pool.query<{ xmin: string }>('SELECT xmin::text FROM api_keys WHERE id = $1', [
      body.id,
    ]);
    return rows[0]?.xmin;
  };
  const before = await readVersion();
  await models(body.key);
  expect(await readVersion()).toBe(before);
  const used = (await listKeys(browser, ownerId)).find(({ id }) => id === body.id)?.last_used_at;
  expect(Date.now() - Date.parse(used ?? '')).toBeLessThan(60_000);
  await pool.query(`UPDATE rate_windows SET touched_at = touched_at - interval '3 minutes'`);
  const aged = (await listKeys(browser, ownerId)).find(({ id }) => id === body.id)?.last_used_at;
  await deleteOldRateWindows(database, { isOver: false });
  const { rows } = await pool.query(`SELECT 1 FROM rate_windows WHERE bucket LIKE '%' || $1`, [body.id]);
  expect(rows).toEqual([]);
  expect((await listKeys(browser, ownerId)).find(({ id }) => id === body.id)?.last_used_at).toBe(aged);
});
