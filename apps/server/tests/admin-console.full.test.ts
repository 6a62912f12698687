/** The console's people on the command line. */
import { expect, test } from 'vitest';
import { useAdmin } from './support/admin.ts';
import { givenMember, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api' }));
const { admin, json } = useAdmin(() => server.connection.url);

test('the command line makes an operator', async () => {
  const { link } = await json('operator', 'link');
  expect(link).toMatch(/\/console\/setup#token=[\w-]{43}$/);
});

test('the command line creates a key with a name and an expiry in the future', async () => {
  const { id } = await json('team', 'create', '--name', 'Acme');
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const of = ['--owner', id, '--mode', 'test', '--name', 'farm'];
  const key = await json('key', 'create', ...of, '--expires', expires);
  expect(key).toMatchObject({ mode: 'test', scopes: ['videos:create', 'tasks:read'], expires_at: expires });
  const past = await admin('key', 'create', ...of, '--expires', '2020-01-01');
  expect(past).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--expires must be a time in the future'),
  });
});

test('the command line makes a link for a lost password, with no mail', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'viewer' });
  const { link } = await json('user', 'password-link', '--email', email);
  expect(link).toMatch(/\/console\/password#token=[\w-]{43}$/);
  expect(await admin('user', 'password-link', '--email', someEmail())).toMatchObject({ code: 2 });
});
