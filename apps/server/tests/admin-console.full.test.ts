/** The console's people on the command line. */
import { expect, test } from 'vitest';
import { useAdmin } from './support/admin.ts';
import { givenMember, givenOperator, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api' }));
const { admin, json } = useAdmin(() => server.connection.url);

test('the command line makes an operator, lists operators, and keeps the last one', async () => {
  const { link } = await json('operator', 'link');
  expect(link).toMatch(/\/console\/setup#token=[\w-]{43}$/);
  const { email } = await givenOperator(server);
  expect(await json('operator', 'list')).toMatchObject([{ email, name: 'Olga' }]);
  expect(await admin('operator', 'remove', '--email', email)).toMatchObject({ code: 1, stdout: '' });
  expect(await admin('operator', 'remove', '--email', someEmail())).toMatchObject({ code: 2 });
});

test('the command line lists, invites, changes and removes members, and the audit log says so', async () => {
  const { ownerId, keyId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'owner' });
  await server.connection.pool.query('UPDATE api_keys SET created_by = $1 WHERE id = $2', [email, keyId]);
  const invited = await json(
    'member',
    'invite',
    '--owner',
    ownerId,
    '--email',
    someEmail(),
    '--role',
    'viewer',
  );
  expect(invited.link).toContain('/console/invitation#token=');
  expect(await json('member', 'list', '--owner', ownerId)).toMatchObject([{ email, role: 'owner' }]);
  const of = ['--owner', ownerId, '--email', email];
  expect(await admin('member', 'change', ...of, '--role', 'viewer')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The last member with the role owner must keep it.'),
  });
  await givenMember(server, { ownerId, role: 'owner' });
  expect(await json('member', 'change', ...of, '--role', 'viewer')).toMatchObject({ role: 'viewer' });
  expect(await json('member', 'remove', ...of)).toMatchObject({
    removed: true,
    active_keys: [keyId],
  });
  const events = await json('audit', 'list', '--owner', ownerId, '--limit', '2');
  expect(events).toMatchObject([
    { actor: 'command-line', action: 'member.remove', owner: ownerId },
    { actor: 'command-line', action: 'member.change', detail: { role: 'viewer' } },
  ]);
});

test('the command line lists owners and keys, with names and expiry', async () => {
  const name = `Acme ${someEmail()}`;
  const { id } = await json('owner', 'create', '--name', 'Before');
  await json('owner', 'rename', '--id', id, '--name', name);
  expect(await json('owner', 'list', '--search', name.toUpperCase())).toMatchObject([
    { id, name, members: 0, live: 0, test: 0 },
  ]);
  await server.connection.pool.query('UPDATE owners SET name = $1 WHERE id = $2', [
    '\u001b[31m\u009b\u202e',
    id,
  ]);
  const listed = await admin('owner', 'list', '--search', id);
  expect(listed.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const of = ['--owner', id, '--mode', 'test', '--name', 'farm'];
  const key = await json('key', 'create', ...of, '--expires', expires);
  expect(key).toMatchObject({ mode: 'test', scopes: ['videos:create', 'tasks:read'], expires_at: expires });
  expect(await json('key', 'list', '--owner', id)).toMatchObject([
    { id: key.id, name: 'farm', mode: 'test', expires_at: expires, revoked_at: null },
  ]);
  const past = await admin('key', 'create', ...of, '--expires', '2020-01-01');
  expect(past).toMatchObject({ code: 2, stderr: expect.stringContaining('Must be a time in the future') });
});

test('the command line makes a link for a lost password, with no mail', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'viewer' });
  const { link } = await json('user', 'password-link', '--email', email);
  expect(link).toMatch(/\/console\/password#token=[\w-]{43}$/);
  expect(await admin('user', 'password-link', '--email', someEmail())).toMatchObject({ code: 2 });
});
