/** A lost password: the link that replaces it goes to the user by mail, or is printed by the command line. */
import { eventually } from '@keyframe/test-kit';
import { afterAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../src/audit/audit.queries.ts';
import { createPasswordLink } from '../src/people/password-links.queries.ts';
import { Browser, givenMember, someEmail, tokenInLink } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { MailServer } from './support/mail-server.ts';
import { useServer } from './support/server.ts';

const clientIpHeader = 'x-real-ip';
const mailServer = new MailServer();
const server = {
  ...useServer(async () => ({
    ROLE: 'api',
    CLIENT_IP_HEADER: clientIpHeader,
    SMTP_URL: await mailServer.listen(),
    MAIL_FROM: 'keyframe@example.com',
  })),
  clientIpHeader,
};
const { connection } = server;
afterAll(() => mailServer.close());

const NEW_PASSWORD = 'a horse of another color';

async function givenForgetful() {
  const { ownerId } = await givenOwner(connection);
  return givenMember(server, { ownerId, role: 'developer' });
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  new Browser(server).send('/auth/reset-password', { json: { token, newPassword } });

const requestLink = (email: string) =>
  new Browser(server).send('/auth/request-password-reset', { json: { email } });

/** Waits for the mail to an address, and returns the token of its link. */
async function readToken(email: string): Promise<string> {
  const findMail = () => mailServer.mails.find(({ to }) => to.includes(email));
  const { content } = await eventually(`a mail to ${email}`, findMail);
  const text = content.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return tokenInLink(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
}

async function createLink(email: string): Promise<string> {
  const created = await createPasswordLink(connection.database, { email, actor: COMMAND_LINE });
  return created?.token ?? '';
}

async function listActions(userId: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ action: string }>(
    'SELECT action FROM audit_events WHERE target = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ action }) => action);
}

test('a link by mail replaces a lost password, once, and ends all sessions and passkeys', async () => {
  const { browser, email, userId } = await givenForgetful();
  expect((await requestLink(email.toUpperCase())).status).toBe(200);
  const token = await readToken(email);
  const stored = await connection.pool.query<{ text: string }>(
    'SELECT sign_in_challenges::text AS text FROM sign_in_challenges WHERE value = $1',
    [userId],
  );
  expect(stored.rows).toHaveLength(1);
  expect(stored.rows[0]?.text).not.toContain(token);
  await connection.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    VALUES ('rec_0', $1, 'key', 'of a previous user', 0, 'singleDevice', false)`,
    [userId],
  );
  expect((await browser.send('/api/session')).status).toBe(200);
  expect((await reset(token)).status).toBe(200);
  expect((await connection.pool.query('SELECT 1 FROM passkeys')).rows).toEqual([]);
  expect((await browser.send('/api/session')).status).toBe(401);
  expect((await new Browser(server).signIn(email)).status).toBe(401);
  expect((await new Browser(server).signIn(email, NEW_PASSWORD)).status).toBe(200);
  expect((await reset(token)).status).toBe(400);
});

test('an address that no user has is answered like another one, and gets no mail', async () => {
  const { email } = await givenForgetful();
  const unknown = someEmail();
  const answers = await Promise.all(
    [requestLink(unknown), requestLink(email)].map(async (sent) => {
      const response = await sent;
      return { status: response.status, body: await response.json() };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  await readToken(email);
  expect(mailServer.mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
});

test('a user gets one link a minute', async () => {
  const { email } = await givenForgetful();
  expect((await requestLink(email)).status).toBe(200);
  expect((await requestLink(email)).status).toBe(429);
});

test('a link of the command line works without mail, and the logs of the teams of the user have it', async () => {
  const [{ ownerId }, { ownerId: otherId }] = [await givenOwner(connection), await givenOwner(connection)];
  const { userId, email } = await givenMember(server, { ownerId, role: 'owner' });
  const other = await givenMember(server, { ownerId: otherId, role: 'owner' });
  await connection.pool.query(`INSERT INTO members (owner_id, user_id, role) VALUES ($1, $2, 'viewer')`, [
    otherId,
    userId,
  ]);
  expect((await reset(await createLink(email.toUpperCase()))).status).toBe(200);
  const owner = new Browser(server);
  await owner.signIn(email, NEW_PASSWORD);
  for (const [browser, id] of [
    [owner, ownerId],
    [other.browser, otherId],
  ] as const) {
    const read = async (action: string) =>
      (await browser.send(`/api/owners/${id}/audit-events?action=${action}`)).json();
    expect(await read('password.link')).toMatchObject({
      data: [{ actor: { kind: 'command-line' }, target: userId }],
    });
    expect(await read('password.reset')).toMatchObject({ data: [{ target: userId }] });
  }
});

test('a link that has expired, and one whose user has changed the password, set no password', async () => {
  const { browser, email, userId } = await givenForgetful();
  const expired = await createLink(email);
  await connection.pool.query('UPDATE sign_in_challenges SET expires_at = now() WHERE value = $1', [userId]);
  expect((await reset(expired)).status).toBe(400);
  const ended = await createLink(email);
  const change = { currentPassword: 'correct horse battery staple', newPassword: 'the next password' };
  expect((await browser.send('/auth/change-password', { json: change })).status).toBe(200);
  expect((await reset(ended)).status).toBe(400);
  expect((await new Browser(server).signIn(email, 'the next password')).status).toBe(200);
});

test('only one of two requests with the same link sets the password', async () => {
  const { email } = await givenForgetful();
  const token = await createLink(email);
  const answers = await Promise.all([
    reset(token, 'the password of one'),
    reset(token, 'the password of another'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a reset ends the other links of the user', async () => {
  const { email } = await givenForgetful();
  const [first, second] = [await createLink(email), await createLink(email)];
  expect((await reset(second)).status).toBe(200);
  expect((await reset(first)).status).toBe(400);
});

test('there is no link for an address that no user has', async () => {
  const link = { email: someEmail(), actor: COMMAND_LINE };
  expect(await createPasswordLink(connection.database, link)).toBeUndefined();
});

test('a user who signed in only by the identity provider has a password after a reset', async () => {
  const { email, userId } = await givenForgetful();
  await connection.pool.query('DELETE FROM user_credentials WHERE user_id = $1', [userId]);
  expect((await reset(await createLink(email))).status).toBe(200);
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
