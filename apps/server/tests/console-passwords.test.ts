import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../src/audit/audit.queries.ts';
import { createPasswordLink } from '../src/people/password-links.queries.ts';
import { Browser, givenMember, givenOperator, someEmail, tokenInLink } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const clientIpHeader = 'x-real-ip';
const server = {
  ...useServer(async () => ({ ROLE: 'api', CLIENT_IP_HEADER: clientIpHeader })),
  clientIpHeader,
};
const { connection } = server;

const NEW_PASSWORD = 'a horse of another color';

async function givenForgetful() {
  const { ownerId } = await givenOwner(connection);
  return givenMember(server, { ownerId, role: 'developer' });
}

const reset = (token: string, password = NEW_PASSWORD) =>
  new Browser(server).send('/api/password-resets', { json: { token, password } });

async function linkBy(operator: Browser, email: string): Promise<string> {
  const response = await operator.send('/api/operator/password-links', { json: { email } });
  expect(response.status).toBe(201);
  const { link } = (await response.json()) as { link: string };
  return tokenInLink(link);
}

async function listActions(userId: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ action: string }>(
    'SELECT action FROM audit_events WHERE target = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ action }) => action);
}

test('a link of an operator replaces a lost password, once, and ends all sessions and passkeys', async () => {
  const { browser: operator } = await givenOperator(server);
  const { browser, email, userId } = await givenForgetful();
  const token = await linkBy(operator, email.toUpperCase());
  const stored = await connection.pool.query<{ text: string }>(
    'SELECT password_links::text AS text FROM password_links',
  );
  expect(stored.rows).toHaveLength(1);
  expect(stored.rows[0]?.text).not.toContain(token);
  await connection.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    VALUES ('rec_0', $1, 'key', 'of a previous user', 0, 'singleDevice', false)`,
    [userId],
  );
  expect((await browser.send('/api/session')).status).toBe(200);
  expect((await reset(token)).status).toBe(204);
  expect((await connection.pool.query('SELECT 1 FROM passkeys')).rows).toEqual([]);
  expect((await browser.send('/api/session')).status).toBe(401);
  expect((await new Browser(server).signIn(email)).status).toBe(401);
  expect((await new Browser(server).signIn(email, NEW_PASSWORD)).status).toBe(200);
  expect((await reset(token)).status).toBe(404);
  expect(await listActions(userId)).toEqual(expect.arrayContaining(['password.link', 'password.reset']));
});

test('a link that has expired, and one that a later link replaced, set no password', async () => {
  const { browser, email } = await givenForgetful();
  const first = await createPasswordLink(connection.database, { email, actor: COMMAND_LINE });
  const second = await createPasswordLink(connection.database, { email, actor: COMMAND_LINE });
  expect((await reset(first?.token ?? '')).status).toBe(404);
  await connection.pool.query('UPDATE password_links SET expires_at = now()');
  expect((await reset(second?.token ?? '')).status).toBe(404);
  expect((await browser.send('/api/session')).status).toBe(200);
  expect((await new Browser(server).signIn(email)).status).toBe(200);
});

test('only one of two requests with the same link sets the password', async () => {
  const { email } = await givenForgetful();
  const created = await createPasswordLink(connection.database, { email, actor: COMMAND_LINE });
  const answers = await Promise.all([
    reset(created?.token ?? '', 'the password of one'),
    reset(created?.token ?? '', 'the password of another'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
});

test('the log of every team of a user, and the next sign-in, say that an operator created a link and that it was used', async () => {
  const operator = await givenOperator(server);
  const [{ ownerId }, { ownerId: otherId }] = [await givenOwner(connection), await givenOwner(connection)];
  const { browser: owner, userId, email } = await givenMember(server, { ownerId, role: 'owner' });
  const other = await givenMember(server, { ownerId: otherId, role: 'owner' });
  await connection.pool.query(`INSERT INTO members (owner_id, user_id, role) VALUES ($1, $2, 'viewer')`, [
    otherId,
    userId,
  ]);
  const read = async (browser: Browser, path: string) => (await browser.send(path)).json();
  const token = await linkBy(operator.browser, email);
  expect(await read(owner, '/api/session')).toMatchObject({
    password_links: [{ event: 'created', by: operator.email }],
  });
  expect((await reset(token)).status).toBe(204);
  await owner.signIn(email, NEW_PASSWORD);
  expect(await read(owner, '/api/session')).toMatchObject({
    password_links: [
      { event: 'used', by: null },
      { event: 'created', by: operator.email },
    ],
  });
  for (const [browser, id] of [
    [owner, ownerId],
    [other.browser, otherId],
  ] as const) {
    expect(await read(browser, `/api/owners/${id}/audit-events?action=password.link`)).toMatchObject({
      data: [{ actor: { kind: 'operator', email: operator.email }, target: userId }],
    });
    expect(await read(browser, `/api/owners/${id}/audit-events?action=password.reset`)).toMatchObject({
      data: [{ target: userId }],
    });
  }
});

test('a link to the account of an operator works only after a second operator has confirmed it', async () => {
  const [first, second, target] = [
    await givenOperator(server),
    await givenOperator(server),
    await givenOperator(server),
  ];
  const created = await first.browser.send('/api/operator/password-links', {
    json: { email: target.email },
  });
  const { link, needs_confirmation } = (await created.json()) as {
    link: string;
    needs_confirmation: boolean;
  };
  expect(needs_confirmation).toBe(true);
  const token = tokenInLink(link);
  const confirm = (browser: Browser) =>
    browser.send(`/api/operator/password-links/${target.userId}/confirmations`, { method: 'POST' });
  expect((await reset(token)).status).toBe(409);
  expect((await confirm(first.browser)).status).toBe(403);
  expect((await target.browser.send('/api/session')).status).toBe(200);
  const list = await second.browser.send('/api/operator/password-links');
  expect(await list.json()).toMatchObject({
    data: [{ user_id: target.userId, email: target.email, created_by: first.email }],
  });
  expect((await confirm(second.browser)).status).toBe(204);
  expect((await confirm(second.browser)).status).toBe(404);
  expect((await reset(token)).status).toBe(204);
});

test('a replacement link for the account of an operator needs a separate confirmation', async () => {
  const [first, second, target] = [
    await givenOperator(server),
    await givenOperator(server),
    await givenOperator(server),
  ];
  await linkBy(first.browser, target.email);
  const path = `/api/operator/password-links/${target.userId}/confirmations`;
  expect((await second.browser.send(path, { method: 'POST' })).status).toBe(204);
  const token = await linkBy(first.browser, target.email);
  expect((await reset(token)).status).toBe(409);
});

test('there is no link for an address that no user has', async () => {
  const { browser } = await givenOperator(server);
  const json = { email: someEmail() };
  expect((await browser.send('/api/operator/password-links', { json })).status).toBe(404);
});

test('a user who signed in only by the identity provider has a password after a reset', async () => {
  const { email, userId } = await givenForgetful();
  await connection.pool.query('DELETE FROM user_credentials WHERE user_id = $1', [userId]);
  const created = await createPasswordLink(connection.database, { email, actor: COMMAND_LINE });
  expect((await reset(created?.token ?? '')).status).toBe(204);
  expect((await new Browser(server).signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a change of the password, ended sessions and signing out are in the audit log, with from where', async () => {
  const { browser, email, userId } = await givenForgetful();
  const change = { currentPassword: 'wrong, and long enough', newPassword: NEW_PASSWORD };
  expect((await browser.send('/auth/change-password', { json: change })).status).toBe(400);
  const right = { currentPassword: 'correct horse battery staple', newPassword: NEW_PASSWORD };
  expect((await browser.send('/auth/change-password', { json: right })).status).toBe(200);
  expect((await browser.send('/auth/revoke-session', { json: { token: 'of another' } })).status).toBe(200);
  expect((await browser.send('/auth/sign-out', { json: {} })).status).toBe(200);
  expect((await browser.send('/auth/sign-out', { json: {} })).status).toBe(200);
  expect(await listActions(userId)).toEqual([
    'member.join',
    'session.create',
    // The change ends all sessions and creates another one.
    'session.create',
    'password.change',
    'session.revoke',
    'session.end',
  ]);
  const { rows } = await connection.pool.query(
    `SELECT actor_id, actor_email, ip FROM audit_events
    WHERE action IN ('session.create', 'session.end') AND target = $1`,
    [userId],
  );
  const actor = { actor_id: userId, actor_email: email, ip: expect.stringMatching(/^198\.18\./) };
  expect(rows).toEqual([actor, actor, actor]);
});

test('deleting a passkey is in the audit log; that of another user is out of reach', async () => {
  const { browser, userId } = await givenForgetful();
  const { browser: other } = await givenForgetful();
  await connection.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    VALUES ('rec_1', $1, 'key', 'credential', 0, 'singleDevice', false)`,
    [userId],
  );
  expect((await other.send('/auth/passkey/delete-passkey', { json: { id: 'rec_1' } })).status).toBe(401);
  expect((await browser.send('/auth/passkey/delete-passkey', { json: { id: 'rec_1' } })).status).toBe(200);
  expect((await listActions(userId)).at(-1)).toBe('passkey.delete');
});
