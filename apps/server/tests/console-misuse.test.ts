/** Requests that a page of the console never sends. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { Browser, givenMember, givenOperator, PASSWORD } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const METRICS_TOKEN = 'a token of Prometheus';
const server = useServer(async () => ({ ROLE: 'api', METRICS_TOKEN, ALLOWED_HOSTS: 'keyframe.internal' }));

async function sendRaw(path: string, method: string, headers: Record<string, string> = {}) {
  const sent = request(server.url(path), { method, headers });
  return new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode, allow: response.headers.allow });
    });
    sent.on('error', reject).end();
  });
}

test.each([
  ['TRACE', '/console/api/session', 'GET'],
  ['DELETE', '/console/api/invitations/lookup', 'POST'],
  ['TRACE', '/healthz', 'GET'],
  ['TRACE', '/v1/models', 'GET'],
])('%s %s is not allowed', async (method, path, allow) => {
  expect(await sendRaw(path, method)).toEqual({ status: 405, allow });
});

test('a change of the password ends all other sessions, for any content of the request', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { browser, email } = await givenMember(server, { ownerId, role: 'viewer' });
  const other = new Browser(server);
  expect((await other.signIn(email)).status).toBe(200);
  const json = {
    currentPassword: PASSWORD,
    newPassword: 'a horse of another color',
    revokeOtherSessions: false,
  };
  expect((await browser.send('/auth/change-password', { json })).status).toBe(200);
  expect((await other.send('/api/session')).status).toBe(401);
  expect((await browser.send('/api/session')).status).toBe(200);
});

test('a grant that is repeated with its idempotency key is booked once', async () => {
  const { ownerId } = await givenOwner(server.connection, { credits: 0 });
  const { browser } = await givenOperator(server);
  const grant = (key: string, amount: number) =>
    browser.send(`/api/operator/owners/${ownerId}/grants`, {
      json: { mode: 'live', amount },
      headers: { 'idempotency-key': key },
    });
  const answers = await Promise.all([grant('one', 100), grant('one', 100), grant('one', 100)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await (await grant('one', 100)).json()).toMatchObject({ live: { available: 100 } });
  expect((await grant('one', 200)).status).toBe(409);
  expect(await (await grant('two', 100)).json()).toMatchObject({ live: { available: 200 } });
});

test('the database rejects entries of the ledger and tasks of 0 credits', async () => {
  const { ownerId } = await givenOwner(server.connection);
  await expect(
    server.connection.pool.query(
      `INSERT INTO ledger_entries (owner_id, mode, amount, kind) VALUES ($1, 'live', 0, 'grant')`,
      [ownerId],
    ),
  ).rejects.toThrow('ledger_entries_positive');
});

test.each([
  ['evil.example', 400],
  ['evil.example:4000', 400],
  ['localhost.evil.example', 400],
  ['localhost:4000', 200],
  ['app.localhost', 200],
  ['127.0.0.1', 200],
  ['[::1]:4000', 200],
  ['10.1.2.3:4000', 200],
  ['api:4000', 200],
  ['keyframe.internal', 200],
])('a request whose Host is %s answers %i', async (host, status) => {
  for (const path of ['/healthz', '/console/api/sign-in-methods', '/openapi.json']) {
    expect((await sendRaw(path, 'GET', { host })).status, path).toBe(status);
  }
});

test('metrics need the token, if one is set', async () => {
  const authorization = `Bearer ${METRICS_TOKEN}`;
  expect((await sendRaw('/metrics', 'GET')).status).toBe(401);
  expect((await sendRaw('/metrics', 'GET', { authorization: 'Bearer another' })).status).toBe(401);
  expect((await sendRaw('/metrics', 'GET', { authorization })).status).toBe(200);
});
