import { expect, test } from 'vitest';
import { Browser, givenMember, givenOperator, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

test('an operator creates owners, for others by an invitation or as their first member, and grants credits', async () => {
  const { browser } = await givenOperator(server);
  const forOther = await browser.send('/api/operator/owners', { json: { name: 'Acme', email: someEmail() } });
  const created = (await forOther.json()) as { owner: { id: string }; invitation_link: string };
  expect(created.invitation_link).toContain('/console/invitation#token=');
  expect((await browser.send(`/api/owners/${created.owner.id}`)).status).toBe(404);
  const own = (await (
    await browser.send('/api/operator/owners', { json: { name: 'Own' } })
  ).json()) as typeof created;
  expect((await browser.send(`/api/owners/${own.owner.id}`)).status).toBe(200);
  const grant = { mode: 'live', amount: 250, note: 'invoice 7' };
  const granted = await browser.send(`/api/operator/owners/${own.owner.id}/grants`, { json: grant });
  expect(await granted.json()).toEqual({
    live: { available: 250, reserved: 0 },
    test: { available: 0, reserved: 0 },
  });
  const events = await browser.send(
    `/api/operator/audit-events?owner_id=${own.owner.id}&action=credits.grant`,
  );
  expect(await events.json()).toMatchObject({
    data: [{ actor: { kind: 'operator' }, detail: grant }],
    next_cursor: null,
  });
});

test('owners are found by the beginning of their id and by a part of their name, page by page', async () => {
  const { browser } = await givenOperator(server);
  for (const name of ['Zebra one', 'zebra two', 'Other']) {
    await browser.send('/api/operator/owners', { json: { name } });
  }
  const search = async (query: string) => {
    const response = await browser.send(`/api/operator/owners?${query}`);
    return (await response.json()) as { data: { id: string; name: string }[]; next_cursor: string | null };
  };
  const first = await search('search=ZEBRA&limit=1');
  expect(first.data.map(({ name }) => name)).toEqual(['zebra two']);
  const second = await search(`search=ZEBRA&limit=1&cursor=${first.next_cursor}`);
  expect(second).toMatchObject({ data: [{ name: 'Zebra one' }], next_cursor: null });
  const byId = await search(`search=${second.data[0]?.id}`);
  expect(byId.data.map(({ name }) => name)).toEqual(['Zebra one']);
  expect((await search('search=%25')).data).toEqual([]);
});

test('operators make and remove operators, and the last one stays', async () => {
  await server.connection.pool.query('DELETE FROM operators');
  const { browser, userId } = await givenOperator(server);
  const remove = (id: string) => browser.send(`/api/operator/operators/${id}`, { method: 'DELETE' });
  expect((await remove(userId)).status).toBe(409);
  const link = (await (await browser.send('/api/operator/links', { method: 'POST' })).json()) as {
    link: string;
  };
  const json = {
    token: new URL(link.link).hash.slice('#token='.length),
    email: someEmail(),
    name: 'B',
    password: 'x'.repeat(12),
  };
  const other = new Browser(server);
  const session = (await (await other.send('/api/operators/setup', { json })).json()) as {
    user: { id: string };
  };
  expect((await remove(session.user.id)).status).toBe(204);
  expect((await other.send('/api/operator/owners')).status).toBe(403);
});

test('a short password and a wrong token are refused before anything is hashed', async () => {
  const browser = new Browser(server);
  const person = { token: 'x'.repeat(43), email: someEmail(), name: 'Eve' };
  const setUp = (json: object) => browser.send('/api/operators/setup', { json });
  expect((await setUp({ ...person, password: 'short' })).status).toBe(400);
  expect((await setUp({ ...person, password: 'long enough, surely' })).status).toBe(404);
});

test('refuses further guesses at a password from any claimed address, but not those at other passwords', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'viewer' });
  const browser = new Browser(server);
  const guess = (attempt: number) =>
    browser.send('/auth/sign-in/email', {
      json: { email, password: `wrong ${attempt}` },
      headers: {
        'x-forwarded-for': `203.0.113.${attempt}`,
        'x-keyframe-client-address': `203.0.113.${attempt}`,
      },
    });
  const statuses = [];
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await guess(attempt)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  // Not even the right one, for now.
  const refused = await browser.signIn(email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await givenMember(server, { ownerId, role: 'viewer' });
  expect((await new Browser(server).signIn(other.email)).status).toBe(200);
});

test.each(['/auth/sign-up/email', '/auth/verify-password', '/auth/delete-user', '/auth/change-email'])(
  'the endpoint %s of better-auth is not reached',
  async (path) => {
    const json = { email: someEmail(), password: 'long enough, surely', name: 'Eve' };
    expect((await new Browser(server).send(path, { json })).status).toBe(404);
  },
);

test('pages of other sites neither sign in nor out, and read nothing', async () => {
  const { browser, email } = await givenOperator(server);
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const json = { email, password: 'x' };
  expect((await browser.send('/auth/sign-in/email', { json, headers })).status).toBe(403);
  expect((await browser.send('/auth/sign-out', { json: {}, headers })).status).toBe(403);
  // Headers of a browser that sends no Sec-Fetch-Site.
  const { 'sec-fetch-site': _, ...plain } = headers;
  const old = await fetch(server.url('/console/auth/sign-out'), {
    method: 'POST',
    headers: { ...plain, cookie: browser.cookie, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(old.status).toBe(403);
  const read = await browser.send('/api/session', { headers });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
  expect(read.headers.get('cache-control')).toBe('no-store');
});
