import { expect, test } from 'vitest';
import { Browser, givenMember, PASSWORD, someEmail, tokenInLink } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

async function givenTeam() {
  const { ownerId } = await givenOwner(server.connection);
  const owner = await givenMember(server, { ownerId, role: 'owner' });
  return { ownerId, owner, path: `/api/owners/${ownerId}` };
}

async function statusAndBody(response: Response) {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('an invitation has its token after the #, describes itself and creates a member once', async () => {
  const { owner, path, ownerId } = await givenTeam();
  const email = someEmail();
  const invited = await statusAndBody(
    await owner.browser.send(`${path}/invitations`, {
      json: { email: email.toUpperCase(), role: 'developer' },
    }),
  );
  expect(invited).toMatchObject({ status: 201, body: { email, role: 'developer', invited_by: owner.email } });
  expect(invited.body.link).toMatch(/^http:\/\/localhost:\d+\/console\/invitation#token=[\w-]{43}$/);
  const token = tokenInLink(invited.body.link);
  const newcomer = new Browser(server);
  expect(
    await statusAndBody(await newcomer.send('/api/invitations/lookup', { json: { token } })),
  ).toMatchObject({
    status: 200,
    body: { email, role: 'developer', owner_name: 'test', has_account: false },
  });
  const acceptance = { token, name: 'Ada', password: PASSWORD };
  const accepted = await statusAndBody(
    await newcomer.send('/api/invitations/acceptance', { json: acceptance }),
  );
  expect(accepted).toMatchObject({
    status: 200,
    body: { user: { email, is_operator: false }, owners: [{ id: ownerId, role: 'developer' }] },
  });
  expect((await newcomer.send('/api/invitations/acceptance', { json: acceptance })).status).toBe(404);
  const members = await statusAndBody(await newcomer.send(`${path}/members`));
  expect(members.body.data.map((member: { email: string }) => member.email).sort()).toEqual(
    [email, owner.email].sort(),
  );
  const { rows } = await server.connection.pool.query('SELECT 1 FROM invitations WHERE owner_id = $1', [
    ownerId,
  ]);
  expect(rows).toEqual([]);
});

test('someone with an account joins another owner by signing in, and under no other address', async () => {
  const { owner, path, ownerId } = await givenTeam();
  const other = await givenTeam();
  const invite = async (email: string) => {
    const response = await owner.browser.send(`${path}/invitations`, { json: { email, role: 'viewer' } });
    return tokenInLink(((await response.json()) as { link: string }).link);
  };
  const token = await invite(other.owner.email);
  const anonymous = { token, name: 'Eve', password: PASSWORD };
  expect(
    await statusAndBody(await new Browser(server).send('/api/invitations/acceptance', { json: anonymous })),
  ).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict' } },
  });
  const foreign = await invite(someEmail());
  const refused = await other.owner.browser.send('/api/invitations/acceptance', { json: { token: foreign } });
  expect(refused.status).toBe(403);
  const joined = await other.owner.browser.send('/api/invitations/acceptance', { json: { token } });
  const session = (await joined.json()) as { owners: { id: string }[] };
  expect(session.owners.map(({ id }) => id).sort()).toEqual([ownerId, other.ownerId].sort());
});

test('a revoked invitation and one that has expired are not found', async () => {
  const { owner, path } = await givenTeam();
  const links: { id: string; link: string }[] = [];
  for (let index = 0; index < 2; index += 1) {
    const json = { email: someEmail(), role: 'viewer' };
    const response = await owner.browser.send(`${path}/invitations`, { json });
    links.push((await response.json()) as { id: string; link: string });
  }
  const [revoked, expired] = links as [(typeof links)[0], (typeof links)[0]];
  await owner.browser.send(`${path}/invitations/${revoked.id}`, { method: 'DELETE' });
  await server.connection.pool.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [expired.id]);
  for (const { link } of links) {
    const json = { token: tokenInLink(link) };
    expect((await owner.browser.send('/api/invitations/lookup', { json })).status).toBe(404);
  }
});

test('only the role owner gives or takes the role owner, and its last member keeps it', async () => {
  const { owner, path, ownerId } = await givenTeam();
  const admin = await givenMember(server, { ownerId, role: 'admin' });
  const memberPath = (userId: string) => `${path}/members/${userId}`;
  const change = (browser: Browser, userId: string, role: string) =>
    browser.send(memberPath(userId), { method: 'PATCH', json: { role } });
  expect((await change(admin.browser, admin.userId, 'owner')).status).toBe(403);
  expect((await change(admin.browser, owner.userId, 'viewer')).status).toBe(403);
  expect((await admin.browser.send(memberPath(owner.userId), { method: 'DELETE' })).status).toBe(403);
  const invitation = { email: someEmail(), role: 'owner' };
  expect((await admin.browser.send(`${path}/invitations`, { json: invitation })).status).toBe(403);
  expect((await change(owner.browser, owner.userId, 'admin')).status).toBe(409);
  expect((await owner.browser.send(memberPath(owner.userId), { method: 'DELETE' })).status).toBe(409);
  expect((await change(owner.browser, admin.userId, 'owner')).status).toBe(200);
  // Two who leave at once: one of them stays.
  const left = await Promise.all([
    owner.browser.send(memberPath(owner.userId), { method: 'DELETE' }),
    admin.browser.send(memberPath(admin.userId), { method: 'DELETE' }),
  ]);
  expect(left.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test('everyone may leave, and only an admin removes others', async () => {
  const { path, ownerId } = await givenTeam();
  const [first, second] = [
    await givenMember(server, { ownerId, role: 'developer' }),
    await givenMember(server, { ownerId, role: 'viewer' }),
  ];
  expect((await second.browser.send(`${path}/members/${first.userId}`, { method: 'DELETE' })).status).toBe(
    403,
  );
  expect((await second.browser.send(`${path}/members/${second.userId}`, { method: 'DELETE' })).status).toBe(
    204,
  );
});

test('the audit log pages through actors, actions and addresses; the database refuses changes', async () => {
  const { owner, path, ownerId } = await givenTeam();
  for (const name of ['One', 'Two', 'Three']) {
    const response = await owner.browser.send(path, {
      method: 'PATCH',
      json: { name },
      headers: { 'user-agent': 'x'.repeat(2_000) },
    });
    expect(response.status).toBe(200);
  }
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `action=owner.rename&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await statusAndBody(await owner.browser.send(`${path}/audit-events?${query}`));
    for (const event of page.body.data) {
      expect(event).toMatchObject({
        actor: { kind: 'user', id: owner.userId, email: owner.email },
        owner_id: ownerId,
        ip: '127.0.0.1',
        user_agent: 'x'.repeat(500),
      });
      names.push(event.detail.name);
    }
    cursor = page.body.next_cursor;
  }
  expect(names).toEqual(['Three', 'Two', 'One']);
  const { pool } = server.connection;
  for (const statement of [
    'DELETE FROM audit_events',
    `UPDATE audit_events SET action = 'a.b'`,
    'TRUNCATE audit_events',
  ])
    await expect(pool.query(statement)).rejects.toThrow('audit_events is append-only');
  expect((await owner.browser.send(`${path}/audit-events?cursor=bm8`)).status).toBe(400);
});

test('the audit log is narrowed to a member, an action and a time, within the owner', async () => {
  const { owner, path, ownerId } = await givenTeam();
  const admin = await givenMember(server, { ownerId, role: 'admin' });
  const other = await givenTeam();
  for (const [person, name] of [
    [owner, 'One'],
    [admin, 'Two'],
  ] as const) {
    await person.browser.send(path, { method: 'PATCH', json: { name } });
  }
  const read = async (query: string) =>
    (await statusAndBody(await owner.browser.send(`${path}/audit-events?${query}`))).body.data.map(
      ({ action, detail }: { action: string; detail: { name?: string } }) => detail.name ?? action,
    );
  expect(await read(`actor_id=${admin.userId}`)).toEqual(['Two', 'member.join']);
  expect(await read(`actor_id=${admin.userId}&action=owner.rename`)).toEqual(['Two']);
  expect(await read(`actor_id=${other.owner.userId}`)).toEqual([]);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect(await read(`action=owner.rename&from=${hourAgo}`)).toEqual(['Two', 'One']);
  expect(await read(`before=${hourAgo}`)).toEqual([]);
  for (const query of ['action=owner.paint', 'from=yesterday', 'before=1969-01-01T00:00:00Z']) {
    expect((await owner.browser.send(`${path}/audit-events?${query}`)).status, query).toBe(400);
  }
});
