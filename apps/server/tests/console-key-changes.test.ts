import { expect, test } from 'vitest';
import { givenMember } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api' }));

interface Key {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly state: string;
  readonly expires_at: string | null;
}

const HOUR_MS = 3_600_000;

async function givenDeveloper() {
  const { ownerId } = await givenOwner(server.connection);
  const { browser } = await givenMember(server, { ownerId, role: 'developer' });
  const base = `/api/owners/${ownerId}/keys`;
  const create = async (request: object = {}) => {
    const json = { name: 'render farm', mode: 'test', scopes: ['tasks:read'], ...request };
    return (await (await browser.send(base, { json })).json()) as Key;
  };
  const find = async (id: string) => {
    const { data } = (await (await browser.send(base)).json()) as { data: Key[] };
    return data.find((key) => key.id === id);
  };
  const roll = (id: string, json: object = {}) => browser.send(`${base}/${id}/rolls`, { json });
  const rename = (id: string, name: string) =>
    browser.send(`${base}/${id}`, { method: 'PATCH', json: { name } });
  return { browser, ownerId, create, find, roll, rename };
}

const status = async (key: string) => (await server.request('/v1/credits', { key })).status;

test('AUT-1 a rolled key keeps name, mode and scopes, and the old one works for its grace time', async () => {
  const { create, find, roll, browser, ownerId } = await givenDeveloper();
  const old = await create();
  const response = await roll(old.id, { grace_hours: 2 });
  expect(response.status).toBe(201);
  const created = (await response.json()) as Key;
  expect(created).toMatchObject({
    name: 'render farm',
    mode: 'test',
    scopes: ['tasks:read'],
    expires_at: null,
  });
  expect(created.id).not.toBe(old.id);
  expect([await status(old.key), await status(created.key)]).toEqual([200, 200]);
  const graceMs = Date.parse((await find(old.id))?.expires_at ?? '') - Date.now();
  expect(graceMs).toBeGreaterThan(1.9 * HOUR_MS);
  expect(graceMs).toBeLessThanOrEqual(2 * HOUR_MS);
  const { rows } = await server.connection.pool.query(
    `SELECT action, target, detail ->> 'new_key' AS replacement FROM audit_events
     WHERE owner_id = $1 AND action = 'key.roll'`,
    [ownerId],
  );
  expect(rows).toEqual([{ action: 'key.roll', target: old.id, replacement: created.id }]);
  expect(JSON.stringify(await (await browser.send(`/api/owners/${ownerId}/keys`)).json())).not.toContain(
    created.key,
  );
});

test('without a grace time the old key ends at once, and is not rolled again', async () => {
  const { create, roll } = await givenDeveloper();
  const old = await create();
  const { key } = (await (await roll(old.id, { grace_hours: 0 })).json()) as Key;
  expect([await status(old.key), await status(key)]).toEqual([401, 200]);
  expect((await roll(old.id)).status).toBe(409);
});

test('a roll never extends the old key, and the new key gets the same lifetime', async () => {
  const { create, find, roll } = await givenDeveloper();
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const old = await create({ expires_at: expiresAt });
  const created = (await (await roll(old.id, { grace_hours: 168 })).json()) as Key;
  expect((await find(old.id))?.expires_at).toBe(expiresAt);
  const lifetimeMs = Date.parse(created.expires_at ?? '') - Date.now();
  expect(lifetimeMs).toBeGreaterThan(0.9 * HOUR_MS);
  expect(lifetimeMs).toBeLessThanOrEqual(HOUR_MS);
});

test('a key is replaced once: a second roll would inherit the grace time as its lifetime', async () => {
  const { create, roll } = await givenDeveloper();
  const { id } = await create();
  const responses = await Promise.all([roll(id, { grace_hours: 1 }), roll(id, { grace_hours: 1 })]);
  expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
  expect((await roll(id)).status).toBe(409);
});

test('two rolls at once without a grace time create only one key', async () => {
  const { create, roll } = await givenDeveloper();
  const { id } = await create();
  const responses = await Promise.all([roll(id, { grace_hours: 0 }), roll(id, { grace_hours: 0 })]);
  expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
});

test('a key is renamed, by members of its team only', async () => {
  const [own, foreign] = [await givenDeveloper(), await givenDeveloper()];
  const { id, key } = await own.create();
  expect((await own.rename(id, 'preview farm')).status).toBe(200);
  expect((await own.find(id))?.name).toBe('preview farm');
  expect(await status(key)).toBe(200);
  expect((await foreign.rename(id, 'mine')).status).toBe(404);
  expect((await foreign.roll(id)).status).toBe(404);
  expect((await own.rename(id, ' ')).status).toBe(400);
});
