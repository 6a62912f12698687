import { expect, test } from 'vitest';
import { Browser, givenMember, givenOperator, PASSWORD, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

test('the setup is offered until there is an operator; from then on, no query is needed to answer that', async () => {
  const browser = new Browser(server);
  const needsSetup = async () => {
    const response = await browser.send('/api/sign-in-methods');
    return ((await response.json()) as { needs_setup?: boolean }).needs_setup;
  };
  expect(await needsSetup()).toBe(true);
  await givenOperator(server);
  expect(await needsSetup()).toBe(false);
  await server.connection.pool.query('ALTER TABLE operators RENAME TO away');
  try {
    expect(await needsSetup()).toBe(false);
  } finally {
    await server.connection.pool.query('ALTER TABLE away RENAME TO operators');
  }
});

test('a one-time link makes an operator who is signed in and a member of the named owner', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { browser, email, response, session } = await givenOperator(server, ownerId);
  expect(response.status).toBe(201);
  const expected = {
    user: { email, name: 'Olga', is_operator: true },
    owners: [{ id: ownerId, name: 'test', role: 'owner' }],
  };
  expect(session).toMatchObject(expected);
  expect(await (await browser.send('/api/session')).json()).toMatchObject(expected);
});

test('a one-time link works once, and expires', async () => {
  const { token } = await givenOperator(server);
  const again = { token, email: someEmail(), name: 'Eve', password: PASSWORD };
  const browser = new Browser(server);
  expect((await browser.send('/api/operators/setup', { json: again })).status).toBe(404);
  const { rows } = await server.connection.pool.query('SELECT 1 FROM operator_links');
  expect(rows).toEqual([]);
});

test('a member signs in with a password and out everywhere', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { browser, email } = await givenMember(server, { ownerId, role: 'viewer' });
  const other = new Browser(server);
  const signedIn = await other.signIn(email);
  expect(signedIn.status).toBe(200);
  expect(signedIn.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/i);
  expect((await other.send('/auth/revoke-sessions', { json: {} })).status).toBe(200);
  expect((await other.send('/api/session')).status).toBe(401);
  expect((await browser.send('/api/session')).status).toBe(401);
});
