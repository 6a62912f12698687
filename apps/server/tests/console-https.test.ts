import { expect, test } from 'vitest';
import { Browser, givenOperator } from './support/console.ts';
import { useServer } from './support/server.ts';

const server = useServer(async () => ({
  ROLE: 'api',
  PUBLIC_URL: 'https://videos.example.com',
  CLIENT_IP_HEADER: 'X-Forwarded-For',
}));

test('behind https the session is a secure cookie of the public origin, whose pages may send requests', async () => {
  const { browser, response } = await givenOperator(server);
  const cookie = response.headers.getSetCookie().join();
  expect(cookie).toMatch(
    /^__Secure-keyframe\.session_token=.*Path=\/console; HttpOnly; Secure; SameSite=Lax/,
  );
  expect(cookie).not.toMatch(/Domain=/i);
  // The proxy has made another Host of it; an old browser sends no Sec-Fetch-Site.
  const signOut = (origin: string) =>
    fetch(server.url('/console/auth/sign-out'), {
      method: 'POST',
      headers: { origin, cookie: browser.cookie, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await signOut('https://videos.example.com.evil.example')).status).toBe(403);
  expect((await signOut('https://videos.example.com')).status).toBe(200);
  expect((await browser.send('/api/session')).status).toBe(401);
});

test('the trusted proxy says where a request comes from: the last entry of its header', async () => {
  const { browser, email } = await givenOperator(server);
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', origin: 'https://videos.example.com' };
  const json = { email, password: 'wrong, and long' };
  expect((await new Browser(server).send('/auth/sign-in/email', { json, headers: forwarded })).status).toBe(
    401,
  );
  const { rows } = await server.connection.pool.query(
    `SELECT bucket FROM rate_windows WHERE bucket LIKE 'console-guess:%'`,
  );
  expect(rows).toEqual([{ bucket: 'console-guess:203.0.113.9' }]);
  expect((await browser.send('/api/session')).status).toBe(200);
});
