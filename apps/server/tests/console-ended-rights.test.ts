/** Invitations and links end with the role of the person who created them. */
import { expect, test } from 'vitest';
import { Browser, givenMember, givenOperator, PASSWORD, someEmail, tokenInLink } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const clientIpHeader = 'x-real-ip';
const server = {
  ...useServer(async () => ({ ROLE: 'api', CLIENT_IP_HEADER: clientIpHeader })),
  clientIpHeader,
};
const { pool } = server.connection;

async function givenTeam() {
  const { ownerId } = await givenOwner(server.connection);
  const owner = await givenMember(server, { ownerId, role: 'owner' });
  return { ownerId, owner, path: `/api/owners/${ownerId}` };
}

async function invite(browser: Browser, path: string, role = 'admin') {
  const response = await browser.send(`${path}/invitations`, { json: { email: someEmail(), role } });
  expect(response.status).toBe(201);
  const { id, link } = (await response.json()) as { id: string; link: string };
  return { id, token: tokenInLink(link) };
}

const accept = (token: string) =>
  new Browser(server).send('/api/invitations/acceptance', {
    json: { token, name: 'Eve', password: PASSWORD },
  });

async function createOperatorToken(browser: Browser) {
  const response = await browser.send('/api/operator/links', { method: 'POST' });
  return tokenInLink(((await response.json()) as { link: string }).link);
}

test('an invitation of an admin who was removed is not found, and the audit log says that it ended', async () => {
  const { ownerId, owner, path } = await givenTeam();
  const admin = await givenMember(server, { ownerId, role: 'admin' });
  const { id, token } = await invite(admin.browser, path);
  const removed = await owner.browser.send(`${path}/members/${admin.userId}`, { method: 'DELETE' });
  expect(removed.status).toBe(204);
  expect((await accept(token)).status).toBe(404);
  const events = await owner.browser.send(`${path}/audit-events?action=invitation.revoke`);
  expect(await events.json()).toMatchObject({ data: [{ target: id, actor: { email: owner.email } }] });
});

test.each([
  { before: 'admin', after: 'developer', invited: 'viewer', status: 404 },
  { before: 'admin', after: 'viewer', invited: 'viewer', status: 404 },
  { before: 'owner', after: 'admin', invited: 'owner', status: 404 },
  { before: 'owner', after: 'admin', invited: 'admin', status: 200 },
] as const)(
  'when a member with the role $before becomes $after, their invitation for the role $invited answers $status',
  async ({ before, after, invited, status }) => {
    const { ownerId, owner, path } = await givenTeam();
    const inviter = await givenMember(server, { ownerId, role: before });
    const { token } = await invite(inviter.browser, path, invited);
    const json = { role: after };
    await owner.browser.send(`${path}/members/${inviter.userId}`, { method: 'PATCH', json });
    expect((await accept(token)).status).toBe(status);
  },
);

test('an invitation of a member who left and came back stays ended', async () => {
  const { ownerId, path } = await givenTeam();
  const admin = await givenMember(server, { ownerId, role: 'admin' });
  const { token } = await invite(admin.browser, path);
  await admin.browser.send(`${path}/members/${admin.userId}`, { method: 'DELETE' });
  await pool.query(`INSERT INTO members (owner_id, user_id, role) VALUES ($1, $2, 'owner')`, [
    ownerId,
    admin.userId,
  ]);
  expect((await accept(token)).status).toBe(404);
});

test('links and invitations of an operator who was removed are not found', async () => {
  const { owner } = await givenTeam();
  const removed = await givenOperator(server);
  const other = await givenOperator(server);
  const operatorToken = await createOperatorToken(removed.browser);
  const created = await removed.browser.send('/api/operator/owners', {
    json: { name: 'Acme', email: someEmail() },
  });
  const { invitation_link } = (await created.json()) as { invitation_link: string };
  const path = `/api/operator/operators/${removed.userId}`;
  expect((await other.browser.send(path, { method: 'DELETE' })).status).toBe(204);

  const json = { token: operatorToken, email: someEmail(), name: 'Eve', password: PASSWORD };
  expect((await new Browser(server).send('/api/operators/setup', { json })).status).toBe(404);
  expect((await accept(tokenInLink(invitation_link))).status).toBe(404);
  expect((await owner.browser.send('/api/session')).status).toBe(200);
});

test('removing a member revokes the keys that they created, if requested, and no others', async () => {
  const { ownerId, owner, path } = await givenTeam();
  const developer = await givenMember(server, { ownerId, role: 'developer' });
  const createKey = async (browser: Browser) => {
    const response = await browser.send(`${path}/keys`, { json: { name: 'render', mode: 'test' } });
    return ((await response.json()) as { id: string }).id;
  };
  const [theirs, others] = [await createKey(developer.browser), await createKey(owner.browser)];
  const member = `${path}/members/${developer.userId}`;
  const response = await owner.browser.send(`${member}?created_keys=revoke`, { method: 'DELETE' });
  expect(response.status).toBe(204);
  const { data } = (await (await owner.browser.send(`${path}/keys`)).json()) as {
    data: { id: string; state: string }[];
  };
  const states = Object.fromEntries(data.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({ [theirs]: 'revoked', [others]: 'active' });
  const events = await owner.browser.send(`${path}/audit-events?action=key.revoke`);
  expect(await events.json()).toMatchObject({ data: [{ target: theirs }] });
});

test('a viewer who leaves cannot revoke keys', async () => {
  const { ownerId, path } = await givenTeam();
  const viewer = await givenMember(server, { ownerId, role: 'viewer' });
  const member = `${path}/members/${viewer.userId}`;
  const response = await viewer.browser.send(`${member}?created_keys=revoke`, { method: 'DELETE' });
  expect(response.status).toBe(403);
});

test('an admin cannot replace the invitation of an owner', async () => {
  const { ownerId, owner, path } = await givenTeam();
  const admin = await givenMember(server, { ownerId, role: 'admin' });
  const json = { email: someEmail(), role: 'owner' };
  const invited = await owner.browser.send(`${path}/invitations`, { json });
  const { id, link } = (await invited.json()) as { id: string; link: string };
  const replaced = await admin.browser.send(`${path}/invitations`, { json: { ...json, role: 'viewer' } });
  expect(replaced.status).toBe(403);
  const revoked = await admin.browser.send(`${path}/invitations/${id}`, { method: 'DELETE' });
  expect(revoked.status).toBe(403);
  expect((await accept(tokenInLink(link))).status).toBe(200);
});

test('an invitation that a member has already outgrown says which role they keep', async () => {
  const { ownerId, owner, path } = await givenTeam();
  const viewer = await givenMember(server, { ownerId, role: 'viewer' });
  const { token } = await invite(owner.browser, path);
  await pool.query('UPDATE invitations SET email = $1 WHERE owner_id = $2', [viewer.email, ownerId]);
  const joined = await viewer.browser.send('/api/invitations/acceptance', { json: { token } });
  expect(joined.status).toBe(409);
  const events = await owner.browser.send(`${path}/audit-events?action=member.join`);
  const { data } = (await events.json()) as { data: { detail: { role: string } }[] };
  expect(data.map(({ detail }) => detail.role)).toEqual(['viewer', 'owner']);
});
