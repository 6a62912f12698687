/** Attacks on the console, with and without an account. */
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../src/audit/audit.queries.ts';
import { MAX_KEYS } from '../src/keys/keys.queries.ts';
import { createInvitation, MAX_MEMBERS } from '../src/people/invitations.queries.ts';
import { MAX_PASSKEYS, MAX_SESSIONS } from '../src/people/users.queries.ts';
import { Browser, givenMember, givenOperator, PASSWORD, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { exchangeRaw } from './support/raw-connection.ts';
import { useServer } from './support/server.ts';

const HEADER = 'x-real-ip';
const server = useServer(async () => ({ ROLE: 'api', CLIENT_IP_HEADER: HEADER }));
const { pool, database } = server.connection;
/** Each in a network of its own, as registrations from one are limited. */
const browsers = { ...server, clientIpHeader: HEADER };

let networks = 0;
function someNetwork() {
  networks += 1;
  return { [HEADER]: `198.51.${networks}.7` };
}

async function given(role: 'owner' | 'admin' | 'developer' | 'viewer' = 'owner') {
  const { ownerId } = await givenOwner(server.connection);
  return { ownerId, ...(await givenMember(browsers, { ownerId, role })) };
}

test('a session that an attacker planted before a sign-in is not the one that the sign-in makes', async () => {
  const { browser: attacker } = await given();
  const { email } = await given();
  const victim = new Browser(server);
  const json = { email, password: PASSWORD };
  const headers = { cookie: attacker.cookie, ...someNetwork() };
  const response = await victim.send('/auth/sign-in/email', { json, headers });
  expect(response.status).toBe(200);
  expect(victim.cookie).not.toBe(attacker.cookie);
  expect(await (await attacker.send('/api/session')).json()).not.toMatchObject({ user: { email } });
});

test('a session cookie with another signature, or without one, opens nothing', async () => {
  const { browser } = await given();
  const [name = '', value = ''] = browser.cookie.split('=');
  const token = decodeURIComponent(value).split('.')[0] ?? '';
  for (const forged of [token, `${token}.${'A'.repeat(43)}%3D`, `${token}.`]) {
    const headers = { cookie: `${name}=${forged}` };
    expect((await new Browser(server).send('/api/session', { headers })).status, forged).toBe(401);
  }
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a form of another site that posts %s is refused, whether or not its browser names the site',
  async (type) => {
    const { browser, ownerId } = await given();
    const targets = ['/auth/sign-out', '/auth/revoke-sessions', `/api/owners/${ownerId}/keys`];
    for (const target of targets) {
      for (const from of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const response = await fetch(server.url(`/console${target}`), {
          method: 'POST',
          body: '{"name":"x","mode":"live"}',
          headers: { 'content-type': type, cookie: browser.cookie, ...from },
        });
        expect(response.status, `${target} ${JSON.stringify(from)}`).toBe(403);
      }
    }
    expect((await browser.send('/api/session')).status).toBe(200);
  },
);

test('GET changes nothing: what signs out, revokes or creates is not found by it', async () => {
  const { browser, ownerId } = await given();
  for (const path of [
    '/auth/sign-out',
    '/auth/revoke-sessions',
    '/auth/change-password',
    '/auth/sign-in/email',
  ]) {
    expect((await browser.send(path)).status, path).toBe(404);
  }
  const keys = `/api/owners/${ownerId}/keys`;
  const before = await (await browser.send(keys)).json();
  await browser.send(`${keys}?_method=POST&name=x&mode=live`);
  expect(await (await browser.send(keys)).json()).toEqual(before);
});

test.each([
  'update-user',
  'list-accounts',
  'get-access-token',
  'delete-user',
  'link-social',
  'sign-up/email',
])('the endpoint %s of better-auth, which no page uses, is not reached', async (endpoint) => {
  const { browser } = await given();
  const json = { name: 'x'.repeat(5000), email: someEmail(), password: PASSWORD };
  const response = await browser.send(`/auth/${endpoint}`, { json, headers: someNetwork() });
  expect(response.status).toBe(404);
});

test.each(['TRACE', 'PUT', 'OPTIONS', 'PROPFIND'])(
  '%s reaches no endpoint of better-auth',
  async (method) => {
    const request = `${method} /console/auth/sign-out HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const [answer] = await exchangeRaw(server.url('/'), request);
    expect(answer?.status).toBe(404);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { code: 'not_found' } });
  },
);

test('an invitation opens nothing for another account, and works once', async () => {
  const { ownerId } = await given();
  const { browser: other } = await given();
  const request = { ownerId, email: someEmail(), role: 'owner', actor: COMMAND_LINE } as const;
  const token = (await createInvitation(database, request)).token;
  const accept = (browser: Browser) =>
    browser.send('/api/invitations/acceptance', {
      json: { token, name: 'Eve', password: PASSWORD },
      headers: someNetwork(),
    });
  expect((await accept(other)).status).toBe(403);
  const answers = await Promise.all([accept(new Browser(server)), accept(new Browser(server))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([404, 409])]);
  expect((await accept(new Browser(server))).status).toBe(404);
});

test('an invitation of an address that a user has gives nobody the account of that user', async () => {
  const { ownerId } = await given();
  const { email } = await given();
  const request = { ownerId, email, role: 'viewer', actor: COMMAND_LINE } as const;
  const token = (await createInvitation(database, request)).token;
  const json = { token, name: 'Eve', password: 'the password of the attacker' };
  const response = await new Browser(server).send('/api/invitations/acceptance', {
    json,
    headers: someNetwork(),
  });
  expect(response.status).toBe(409);
  expect((await new Browser(server).signIn(email)).status).toBe(200);
});

test('an admin makes no owner, neither of a member nor by an invitation, nor removes one', async () => {
  const { browser: owner, ownerId, userId: ownersId } = await given();
  const { browser: admin, userId } = await givenMember(server, { ownerId, role: 'admin' });
  const members = `/api/owners/${ownerId}/members`;
  const patch = (browser: Browser, id: string, role: string) =>
    browser.send(`${members}/${id}`, { method: 'PATCH', json: { role } });
  expect((await patch(admin, userId, 'owner')).status).toBe(403);
  expect((await patch(admin, ownersId, 'viewer')).status).toBe(403);
  expect((await admin.send(`${members}/${ownersId}`, { method: 'DELETE' })).status).toBe(403);
  const json = { email: someEmail(), role: 'owner' };
  expect((await admin.send(`/api/owners/${ownerId}/invitations`, { json })).status).toBe(403);
  expect((await patch(owner, ownersId, 'viewer')).status).toBe(409);
});

test('wrong passwords from one network do not keep a user from signing in from another', async () => {
  const { email } = await given();
  const [attackers, users] = [someNetwork(), someNetwork()];
  const attempt = (password: string, headers: Record<string, string>) =>
    new Browser(server).send('/auth/sign-in/email', { json: { email, password }, headers });
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1)
    statuses.push((await attempt('wrong, and long', attackers)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect((await attempt(PASSWORD, users)).status).toBe(200);
});

test('an unknown address, a wrong password and a user without a password are answered alike', async () => {
  const { email } = await given();
  const { email: without, userId } = await given();
  await pool.query('DELETE FROM user_credentials WHERE user_id = $1', [userId]);
  const answers = [];
  for (const tried of [someEmail(), email, without]) {
    const json = { email: tried, password: 'wrong, and long' };
    const response = await new Browser(server).send('/auth/sign-in/email', { json, headers: someNetwork() });
    answers.push([response.status, await response.text(), response.headers.getSetCookie()]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('sessions, passkeys, keys, members and changes of a user are bounded', async () => {
  const { browser, email, userId, ownerId } = await given();
  await pool.query(
    `INSERT INTO user_sessions (id, user_id, token, expires_at, created_at)
    SELECT 'rec_' || $1 || n, $1, $1 || n, now() + interval '1 day', now() - interval '1 hour'
    FROM generate_series(1, 80) AS n`,
    [userId],
  );
  expect(
    (
      await new Browser(server).send('/auth/sign-in/email', {
        json: { email, password: PASSWORD },
        headers: someNetwork(),
      })
    ).status,
  ).toBe(200);
  expect((await pool.query('SELECT 1 FROM user_sessions WHERE user_id = $1', [userId])).rowCount).toBe(
    MAX_SESSIONS,
  );

  const options = '/auth/passkey/generate-register-options';
  expect((await browser.send(options)).status).toBe(200);
  expect((await browser.send(`${options}?name=${'x'.repeat(201)}`)).status).toBe(400);
  await pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    SELECT 'rec_' || $1 || n, $1, 'key', $1 || n, 0, 'singleDevice', false FROM generate_series(1, $2::int) AS n`,
    [userId, MAX_PASSKEYS],
  );
  expect((await browser.send(options)).status).toBe(409);

  const create = () =>
    browser.send(`/api/owners/${ownerId}/keys`, { json: { name: 'one more', mode: 'test' } });
  await pool.query(
    `INSERT INTO api_keys (id, owner_id, mode, scopes, hash, hint, name)
    SELECT 'key_' || $1 || n, $1, 'test', '{tasks:read}', sha256(($1 || n)::bytea), 'sk_test_…abcd', '' FROM generate_series(1, $2::int) AS n`,
    [ownerId, MAX_KEYS],
  );
  expect((await create()).status).toBe(409);
  await pool.query('UPDATE api_keys SET revoked_at = now() WHERE owner_id = $1', [ownerId]);
  expect((await create()).status).toBe(201);

  await pool.query(
    `INSERT INTO invitations (id, owner_id, email, role, token_hash, expires_at)
    SELECT 'inv_' || $1 || n, $1, n || '@example.com', 'viewer', sha256(($1 || n)::bytea), now() + interval '1 day'
    FROM generate_series(1, $2::int) AS n`,
    [ownerId, MAX_MEMBERS - 1],
  );
  const json = { email: someEmail(), role: 'viewer' };
  expect((await browser.send(`/api/owners/${ownerId}/invitations`, { json })).status).toBe(409);

  const statuses = new Set<number>();
  for (let count = 0; count < 121; count += 1) {
    statuses.add(
      (await browser.send(`/api/owners/${ownerId}`, { method: 'PATCH', json: { name: 'Acme' } })).status,
    );
  }
  expect([...statuses]).toEqual([200, 429]);
  expect((await browser.send(`/api/owners/${ownerId}`)).status).toBe(200);
});

test('bodies beyond the limits are refused, with and without a session', async () => {
  const { browser, ownerId } = await given();
  const long = 'x'.repeat(300_000);
  const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  expect((await browser.send('/auth/sign-in/email', { json: { email: long, password: long } })).status).toBe(
    400,
  );
  expect(
    (await browser.send('/auth/reset-password', { json: { token: long, newPassword: long } })).status,
  ).toBe(400);
  const response = await fetch(server.url(`/console/api/owners/${ownerId}/keys`), {
    method: 'POST',
    body: nested,
    headers: { 'content-type': 'application/json', cookie: browser.cookie },
  });
  expect(response.status).toBe(400);
});

test('a link contains the public address, for any X-Forwarded-Host', async () => {
  const { browser } = await givenOperator(server);
  const headers = { 'x-forwarded-host': 'evil.example' };
  const response = await browser.send('/api/operator/links', { method: 'POST', headers });
  expect(await response.json()).toMatchObject({ link: expect.stringMatching(/^http:..localhost:/) });
});

test.each([
  '..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  'assets/..%2f..%2f..%2fpackage.json',
  'assets/%5c..%5c..%5cpackage.json',
  '..;/..;/etc/passwd',
])('below /console no file beside the pages is read: %s', async (path) => {
  const text = await (await fetch(server.url(`/console/${path}`))).text();
  expect(text).not.toContain('"dependencies"');
  expect(text).not.toContain('root:');
});

test('the page of an error of sign-in runs nothing that its address says', async () => {
  const payload = encodeURIComponent('"><script>alert(1)</script>');
  const response = await fetch(
    server.url(`/console/auth/error?error=${payload}&error_description=${payload}`),
  );
  expect(await response.text()).not.toContain('<script>alert');
});

/** Uses up the limits of a team that a request has taken from, for longer than a test. */
async function givenNoneLeft(ownerId: string, name: 'console' | 'console-changes') {
  await pool.query(
    `UPDATE rate_allowances SET empty_at = clock_timestamp() + interval '1 hour' WHERE bucket = $1`,
    [`${name}:${ownerId}`],
  );
}

test('all members of a team together have a limit, in addition to that of each', async () => {
  const { ownerId, browser } = await given();
  const { browser: colleague } = await givenMember(browsers, { ownerId, role: 'owner' });
  const other = await given();
  const path = `/api/owners/${ownerId}`;
  const change = { method: 'PATCH', json: { name: 'many' } };
  expect((await browser.send(path, change)).status).toBe(200);
  const { rows } = await pool.query(
    `SELECT bucket, quota FROM rate_allowances WHERE bucket LIKE '%' || $1 ORDER BY bucket`,
    [ownerId],
  );
  expect(rows).toEqual([
    { bucket: `console-changes:${ownerId}`, quota: 600 },
    { bucket: `console:${ownerId}`, quota: 3_000 },
  ]);

  await givenNoneLeft(ownerId, 'console-changes');
  const refused = await colleague.send(path, change);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await colleague.send(path)).status).toBe(200);
  await givenNoneLeft(ownerId, 'console');
  expect((await colleague.send(path)).status).toBe(429);
  // Requests for no team, or for another one, are still within their limits.
  expect((await colleague.send('/api/session')).status).toBe(200);
  expect((await other.browser.send(`/api/owners/${other.ownerId}`, change)).status).toBe(200);
});

test('the limit of a team counts no requests of others, and none that the limit of a member rejects', async () => {
  const { ownerId, browser, userId } = await given();
  const outsider = await given();
  expect((await outsider.browser.send(`/api/owners/${ownerId}`)).status).toBe(404);
  await pool.query(
    `INSERT INTO rate_windows (bucket, quota, hits, granted, touched_at)
    VALUES ('console:' || $1, 600, array_fill(clock_timestamp(), ARRAY[600]), 1, clock_timestamp())
    ON CONFLICT (bucket) DO UPDATE SET hits = excluded.hits`,
    [userId],
  );
  expect((await browser.send(`/api/owners/${ownerId}`)).status).toBe(429);
  const { rows } = await pool.query('SELECT bucket FROM rate_allowances WHERE bucket = $1', [
    `console:${ownerId}`,
  ]);
  expect(rows).toEqual([]);
});

test('requests without a session count before their bodies are read', async () => {
  const headers = someNetwork();
  const send = async (path: string) =>
    (await new Browser(server).send(path, { json: { token: 'x'.repeat(200_000) }, headers })).status;
  const paths = ['invitations/lookup', 'invitations/acceptance', 'operators/setup'];
  const statuses: number[] = [];
  for (let count = 0; count < 32; count += 1)
    statuses.push(await send(`/api/${paths[count % paths.length]}`));
  expect(statuses).toEqual([...Array<number>(30).fill(400), 429, 429]);
});

test.each([
  ['change-password', { newPassword: 7 }],
  ['revoke-session', {}],
  ['passkey/delete-passkey', { id: 7 }],
  ['passkey/verify-registration', {}],
])('a request of %s that is rejected leaves no event', async (endpoint, json) => {
  const { browser, userId } = await given();
  const response = await browser.send(`/auth/${endpoint}`, { json, headers: someNetwork() });
  expect(response.status).toBe(400);
  const { rows } = await pool.query('SELECT action FROM audit_events WHERE actor_id = $1 ORDER BY id', [
    userId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['member.join', 'session.create']);
});
