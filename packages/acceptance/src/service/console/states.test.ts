// Pages in unusual states: a code that is gone, a session that has ended, a service that fails.
import { expect, test } from 'vitest';
import { signIn } from './console-harness.ts';
import { useSignedInConsole } from './signed-in-console.ts';

const FAILURE = {
  status: 500,
  json: { error: { code: 'internal_error', message: 'The database is away.' } },
};

const { owner, open } = useSignedInConsole();

const isApi = ({ pathname }: URL) => pathname.startsWith('/console/api/') && !pathname.endsWith('/session');
test('a page whose code is gone says so, and a reload brings it', async () => {
  const isCode = ({ pathname }: URL) => pathname.includes('keys-page');
  const page = await open(`${owner()}/keys`, (opened) => opened.route(isCode, (route) => route.abort()));
  await page.getByText('This page could not be loaded.').waitFor();
  // The menu still works, and leads away from it.
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.unroute(isCode);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.context().close();
});

test('a session that ended elsewhere leads to the sign-in at the next request, and back', async () => {
  const page = await open(owner());
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().clearCookies();
  // A page may show what was read before for a few seconds; a reload always sends a request.
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
  await signIn(page);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().close();
});

test('an error of the service is shown in its words, and trying again shows the page', async () => {
  const page = await open(`${owner()}/keys`, (opened) =>
    opened.route(isApi, (route) => route.fulfill(FAILURE)),
  );
  await page.getByRole('alert').filter({ hasText: FAILURE.json.error.message }).waitFor();
  await page.unroute(isApi);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Keys' }).waitFor();
  await page.context().close();
});

test.each([
  ['a task', () => `${owner()}/tasks/task_gone`],
  ['a delivery', () => `${owner()}/callbacks/msg_gone`],
  ['a delivery with an id of another form', () => `${owner()}/callbacks/gone`],
  ['the team of an operator', () => '/operator/owners/own_gone'],
  ['a team', () => '/owners/own_gone'],
])('the page of %s that does not exist says so, and offers a way out', async (_, path) => {
  const page = await open(path());
  await page
    .getByText(/not found/i)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Go to the start page' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.context().close();
});

test('without a session that can be read, the page says so in place of the whole console', async () => {
  const isSession = ({ pathname }: URL) => pathname.endsWith('/api/session');
  const page = await open(owner(), (opened) => opened.route(isSession, (route) => route.fulfill(FAILURE)));
  await page.getByRole('heading', { name: 'The console could not be loaded' }).waitFor();
  await page.unroute(isSession);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().close();
});
