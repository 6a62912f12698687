import { afterAll, expect, test } from 'vitest';
import { Browser, givenMember, PASSWORD, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { CLIENT, type Person, startIdentityProvider } from './support/identity-provider.ts';
import { useServer } from './support/server.ts';

const identity = await startIdentityProvider();
afterAll(() => identity.stop());

const server = useServer(async () => ({
  ROLE: 'api',
  OIDC_ISSUER: identity.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Acme SSO',
}));

/** Goes to the provider and back as a browser does; gives the last answer of the server. */
async function signInBy(person: Person): Promise<{ browser: Browser; response: Response }> {
  identity.provider.person = person;
  const browser = new Browser(server);
  const json = { provider: 'oidc', callbackURL: '/console/', errorCallbackURL: '/console/sign-in' };
  const started = await browser.send('/auth/sign-in/social', { json });
  const { url } = (await started.json()) as { url: string };
  const authorized = await fetch(url, { redirect: 'manual' });
  const back = new URL(authorized.headers.get('location') ?? '');
  const response = await browser.send(`${back.pathname.replace('/console', '')}${back.search}`);
  return { browser, response };
}

const createPerson = (email: string, verified = true): Person => ({
  sub: `subject of ${email}`,
  email,
  email_verified: verified,
  name: 'Ada',
});

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/.//evil.example/login',
  '/console/..//evil.example/',
  '/docs/',
  'javascript:alert(1)',
  'data:text/html,x',
];

test.each(
  ELSEWHERE.flatMap((target) =>
    ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'].map((name) => [name, target] as const),
  ),
)('a sign-in whose %s is %j does not begin', async (name, target) => {
  const json = { provider: 'oidc', callbackURL: '/console/', [name]: target };
  const response = await new Browser(server).send('/auth/sign-in/social', { json });
  expect(response.status).toBeOneOf([400, 403]);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test.each(ELSEWHERE)('a sign-in by password that is to go on at %j leads nowhere', async (callbackURL) => {
  const { ownerId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'viewer' });
  const json = { email, password: PASSWORD, callbackURL };
  const response = await new Browser(server).send('/auth/sign-in/email', { json });
  expect(response.status).toBeOneOf([400, 403]);
  expect(response.headers.get('location')).toBeNull();
});

test('the sign-in methods name the provider', async () => {
  const methods = await (await new Browser(server).send('/api/sign-in-methods')).json();
  expect(methods).toMatchObject({ oidc: [{ id: 'oidc', name: 'Acme SSO' }] });
});

test('a member whose address the provider has verified signs in, and comes back to the console', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email, userId } = await givenMember(server, { ownerId, role: 'developer' });
  for (const visit of ['first', 'second']) {
    const { browser, response } = await signInBy(createPerson(email));
    expect(response.headers.get('location'), visit).toMatch(/\/console\/$/);
    const session = await (await browser.send('/api/session')).json();
    expect(session, visit).toMatchObject({ user: { id: userId, email }, owners: [{ id: ownerId }] });
  }
});

test('someone whom nobody invited does not come in, and becomes no user', async () => {
  const email = someEmail();
  const { browser, response } = await signInBy(createPerson(email));
  expect(response.headers.get('location')).toMatch(/error=/);
  expect((await browser.send('/api/session')).status).toBe(401);
  const { rows } = await server.connection.pool.query('SELECT 1 FROM users WHERE email = $1', [email]);
  expect(rows).toEqual([]);
});

test('an address that the provider has not verified opens nobody’s account', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email } = await givenMember(server, { ownerId, role: 'owner' });
  const { browser, response } = await signInBy(createPerson(email, false));
  expect(response.headers.get('location')).toMatch(/error=/);
  expect((await browser.send('/api/session')).status).toBe(401);
});

test('the provider’s first word ends every other way into an account, which someone else may have made', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { browser: squatter, email, userId } = await givenMember(server, { ownerId, role: 'viewer' });
  await server.connection.pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    VALUES ('rec_1', $1, 'key', 'credential', 0, 'singleDevice', false)`,
    [userId],
  );
  const { browser } = await signInBy(createPerson(email));
  expect((await browser.send('/api/session')).status).toBe(200);
  expect((await squatter.send('/api/session')).status).toBe(401);
  expect((await new Browser(server).signIn(email)).status).toBe(401);
  const { rows } = await server.connection.pool.query('SELECT 1 FROM passkeys WHERE user_id = $1', [userId]);
  expect(rows).toEqual([]);
});

test('tokens of the provider are not kept', async () => {
  const { ownerId } = await givenOwner(server.connection);
  const { email, userId } = await givenMember(server, { ownerId, role: 'viewer' });
  for (const _ of ['first', 'second']) await signInBy(createPerson(email));
  const { rows } = await server.connection.pool.query(
    'SELECT provider_id, access_token, refresh_token, id_token FROM user_credentials WHERE user_id = $1',
    [userId],
  );
  expect(rows).toEqual([{ provider_id: 'oidc', access_token: null, refresh_token: null, id_token: null }]);
});
