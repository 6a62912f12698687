// Sign-in at an identity provider, through the pages of both.
import { freePort } from '@keyframe/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { ADA, type ConsoleHarness, setUp, startConsole } from './console-harness.ts';

const GRACE = 'grace@example.com';
const UNINVITED = 'uninvited@example.com';
const UNVERIFIED = 'unverified@example.com';

const resources = new AsyncDisposableStack();
let harness: ConsoleHarness;
let admin: Page;

beforeAll(async () => {
  const port = await freePort();
  const provider = await startIdentityProvider(`http://localhost:${port}`, [
    { email: ADA.email, isVerified: true },
    { email: GRACE, isVerified: true },
    { email: UNINVITED, isVerified: true },
    { email: UNVERIFIED, isVerified: false },
  ]);
  resources.use(provider);
  harness = resources.use(await startConsole({ env: { ...provider.env, PORT: String(port) } }));
  admin = (await harness.visit()).page;
  await setUp(admin, harness.link);
});
afterAll(() => resources.disposeAsync());

/** Makes an account by an invitation; it has a password then. */
async function invite(email: string): Promise<void> {
  await admin.goto(`${harness.origin}/console/owners/${harness.service.ownerId}/team`);
  await admin.getByRole('button', { name: 'Invite' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = (await admin.getByRole('dialog').locator('pre').textContent()) ?? '';
  const { page } = await harness.visit();
  await page.goto(link);
  await page.getByLabel('Your name').fill(email);
  await page.getByLabel('Password').fill(ADA.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().close();
}

/** Chooses the provider on the sign-in page. */
async function choose(page: Page, path = '/sign-in'): Promise<void> {
  await page.goto(`${harness.origin}/console${path}`);
  await page.getByRole('button', { name: 'Continue with Acme SSO' }).click();
}

/** Signs in on the pages of the provider, and agrees to what the console asks to know. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const statusOfSession = async (page: Page) =>
  (await page.request.get(`${harness.origin}/console/api/session`)).status();

test('a member signs in by the provider, returns to the requested page and signs in again without typing', async () => {
  await invite(GRACE);
  const { page } = await harness.visit();
  const keys = `/owners/${harness.service.ownerId}/keys`;
  await choose(page, keys);
  await signInAtProvider(page, GRACE);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console${keys}`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
  expect(await statusOfSession(page)).toBe(401);
  // The provider still knows its user.
  await choose(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const response = await page.request.get(`${harness.origin}/console/api/session`);
  expect(await response.json()).toMatchObject({ user: { email: GRACE, is_operator: false } });
});

test('an address that nobody invited is refused, and the page says who can help', async () => {
  const { page } = await harness.visit();
  await choose(page);
  await signInAtProvider(page, UNINVITED);
  await page.getByText('No account has this e-mail address.').waitFor();
  expect(await statusOfSession(page)).toBe(401);
});

test('an address that the provider has not verified opens no account', async () => {
  await invite(UNVERIFIED);
  const { page } = await harness.visit();
  await choose(page);
  await signInAtProvider(page, UNVERIFIED);
  await page.getByText('has not verified your e-mail address').waitFor();
  expect(await statusOfSession(page)).toBe(401);
});

test('canceling at the provider returns to the sign-in page, which allows another attempt', async () => {
  const { page } = await harness.visit();
  await choose(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('The sign-in was canceled.').waitFor();
  await page.getByRole('button', { name: 'Continue with Acme SSO' }).click();
  await page.getByPlaceholder('Enter any login').waitFor();
});
