/** Lines of the log: JSON for any content of a request and any library that writes them. */
import { expect, test } from 'vitest';
import { givenMember } from './support/console.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { startProcess } from './support/processes.ts';

const connection = useDatabase();

const FORGED = '{"level":50,"msg":"forged"}';
const HOSTILE = `a\u0000\n${FORGED}\n\u001b[31m\u009b31m@example.com`;

test('stderr consists of JSON lines without control characters, for any content of a sign-in request', async () => {
  const server = await startProcess({
    DATABASE_URL: connection.applicationUrl,
    MIGRATION_DATABASE_URL: connection.url,
    ROLE: 'api',
    LOG_LEVEL: 'debug',
    // Makes Node write a warning.
    NODE_OPTIONS: '--pending-deprecation',
  });
  const post = (path: string, body: string, headers = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  await post('/console/auth/sign-in/email', JSON.stringify({ email: HOSTILE, password: HOSTILE }));
  await post('/console/auth/sign-in/social', JSON.stringify({ provider: HOSTILE, callbackURL: HOSTILE }));
  await post('/console/auth/sign-in/email', '{}', { 'content-type': 'text/refused' });
  await fetch(`${server.url}/console/auth/callback/oidc?state=%00&error=%1B%5B31m`);
  const { ownerId } = await givenOwner(connection);
  const { browser } = await givenMember(
    { connection, url: (path) => `${server.url}${path}` },
    { ownerId, role: 'owner' },
  );
  // A query that fails for another reason than its text: better-auth prints it.
  await connection.pool.query('ALTER TABLE user_sessions RENAME TO gone');
  await browser.send('/auth/list-sessions');
  await browser.send('/auth/sign-in/email', {
    json: { email: 'ada@example.com', password: `{"level":50}\u009b` },
  });
  await connection.pool.query('ALTER TABLE gone RENAME TO user_sessions');
  await server.stop();
  const lines = server.log().split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(() => JSON.parse(line), line).not.toThrow();
    expect(line).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
  }
  expect(lines).not.toContain(FORGED);
  // Anyone can send requests that are refused, which are no errors of the service.
  expect(lines.join('\n')).not.toContain('text/refused');
  expect(lines.join('\n')).toContain('INTERNAL_SERVER_ERROR');
});
