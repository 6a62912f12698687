// Pages in unusual states: names of any length, a code that is gone, a session that has ended, a service that fails.
import { createClient } from '@keyframe/client';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, type ConsoleHarness, setUp, signIn, startConsole } from './console-harness.ts';

/** The longest name that the contract allows, without a space to break it at. */
const LONG_NAME = 'W'.repeat(100);
const BALANCE = 999_999_000_000;
const FAILURE = {
  status: 500,
  json: { error: { code: 'internal_error', message: 'The database is away.' } },
};

let harness: ConsoleHarness;
let owner: string;
let signedIn: NonNullable<BrowserContextOptions['storageState']>;
let longOwner: string;

beforeAll(async () => {
  harness = await startConsole();
  const { service } = harness;
  owner = `/owners/${service.ownerId}`;
  await service.operator.grant(service.ownerId, 'live', BALANCE);
  const { page } = await harness.visit();
  await setUp(page, harness.link, { ...ADA, name: LONG_NAME });
  const created = await page.request.post(`${harness.origin}/console/api/operator/owners`, {
    data: { name: LONG_NAME },
    headers: { origin: harness.origin },
  });
  longOwner = (await created.json()).owner.id;
  signedIn = await page.context().storageState();
  await page.context().close();
});
afterAll(() => harness?.[Symbol.asyncDispose]());

async function open(path: string, prepare?: (page: Page) => Promise<unknown>, width = 1_440): Promise<Page> {
  const { page } = await harness.visit({ viewport: { width, height: 900 }, storageState: signedIn });
  await prepare?.(page);
  await page.goto(`${harness.origin}/console${path}`);
  return page;
}

const isApi = ({ pathname }: URL) => pathname.startsWith('/console/api/') && !pathname.endsWith('/session');
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.each([375, 1_440])(
  'names of 100 characters and a balance of 12 digits fit at %i pixels',
  async (width) => {
    for (const [path, heading] of [
      [`/operator/owners/${longOwner}`, LONG_NAME],
      [`/owners/${longOwner}/team`, 'Team'],
      [`${owner}/credits`, 'Credits'],
      ['/account', 'Account'],
    ] as const) {
      const page = await open(path, undefined, width);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      if (heading === 'Credits') await page.getByText('999,999,100,000').first().waitFor();
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  },
);

test('a long name of the user leaves room for signing out', async () => {
  const page = await open('/account');
  const button = page.getByLabel('Sign out', { exact: true });
  await button.waitFor();
  const menu = await page.getByRole('complementary').boundingBox();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((menu?.x ?? 0) + (menu?.width ?? 0));
  await page.context().close();
});

test('a page whose code is gone says so, and a reload brings it', async () => {
  const isCode = ({ pathname }: URL) => pathname.includes('keys-page');
  const page = await open(`${owner}/keys`, (opened) => opened.route(isCode, (route) => route.abort()));
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
  const page = await open(owner);
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
  const page = await open(`${owner}/keys`, (opened) =>
    opened.route(isApi, (route) => route.fulfill(FAILURE)),
  );
  await page.getByRole('alert').filter({ hasText: FAILURE.json.error.message }).waitFor();
  await page.unroute(isApi);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Keys' }).waitFor();
  await page.context().close();
});

test.each([
  ['a task', () => `${owner}/tasks/task_gone`],
  ['a delivery', () => `${owner}/callbacks/msg_gone`],
  ['a delivery with an id of another form', () => `${owner}/callbacks/gone`],
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
  expect(await page.getByText('Connecting').count()).toBe(0);
  await page.context().close();
});

test('ages and the list of deliveries stay current without a reload', async () => {
  const page = await open(`${owner}/callbacks`, (opened) => opened.clock.install());
  const { service, receiver } = harness;
  await page.getByText('No deliveries').waitFor();
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  const input = { prompt: 'a kite #sandbox:fail=content_rejected', duration: 4 } as const;
  await client.videos.create({ model: 'video-2-0', input, callback_url: `${receiver.url}/current` });
  await receiver.waitForDeliveries('/current', 1);
  await page.clock.runFor(6000);
  const row = page.getByRole('row').filter({ hasText: '/current' });
  await row.waitFor();
  const time = row.locator('time').first();
  const at = Date.parse((await time.getAttribute('datetime')) ?? '');
  await page.clock.setSystemTime(at + 5 * 60_000);
  await page.clock.runFor(1000);
  await expect.poll(() => time.textContent(), { timeout: 50_000 }).toBe('5 minutes ago');
  await page.context().close();
});

test('without a session that can be read, the page says so in place of the whole console', async () => {
  const isSession = ({ pathname }: URL) => pathname.endsWith('/api/session');
  const page = await open(owner, (opened) => opened.route(isSession, (route) => route.fulfill(FAILURE)));
  await page.getByRole('heading', { name: 'The console could not be loaded' }).waitFor();
  await page.unroute(isSession);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().close();
});

test('the menu stays with the owner that was looked at, on pages of no owner and at the next visit', async () => {
  const { page: visited } = await harness.visit({ storageState: signedIn });
  await visited.goto(`${harness.origin}/console${owner}/team`);
  const shown = () => visited.getByLabel('Current team').inputValue();
  await visited.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await visited.getByRole('link', { name: 'Account' }).click();
  await visited.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(await shown()).toBe(harness.service.ownerId);
  await visited.getByLabel('Current team').selectOption(longOwner);
  await visited.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await visited.goto(`${harness.origin}/console/`);
  await visited.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await shown()).toBe(longOwner);
  await visited.context().close();
});

test('tasks are narrowed to those of one key, in the address, too', async () => {
  const { service } = harness;
  const input = { prompt: 'a comet #sandbox:delay=3600s', duration: 4 } as const;
  const other = await service.operator.createKey(service.ownerId, 'test');
  const submit = async (apiKey: string) =>
    (await createClient({ apiKey, baseUrl: service.url }).videos.create({ model: 'video-2-0', input }))
      .taskId;
  const [ofFirst, ofOther] = [await submit(service.testKey), await submit(other.key)];
  const page = await open(`${owner}/tasks`);
  const row = (taskId: string) => page.getByRole('row').filter({ hasText: taskId });
  await row(ofFirst).waitFor();
  await page.getByLabel('API key').selectOption(other.id);
  await row(ofFirst).waitFor({ state: 'detached' });
  await row(ofOther).waitFor();
  expect(new URL(page.url()).searchParams.get('key_id')).toBe(other.id);
  await page.reload();
  await row(ofOther).waitFor();
  expect(await row(ofFirst).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(ofFirst).waitFor();
  await page.context().close();
});

test('operators see whose task it is, and get to the owner from there', async () => {
  const { service, origin } = harness;
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  const input = { prompt: 'a lantern #sandbox:delay=3600s', duration: 4 } as const;
  const { taskId } = await client.videos.create({ model: 'video-2-0', input });
  const page = await open('/operator/tasks');
  const row = page.getByRole('row').filter({ hasText: taskId });
  await row.getByRole('link', { name: service.ownerId }).click();
  await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor();
  expect(page.url()).toBe(`${origin}/console/operator/owners/${service.ownerId}`);
  await page.context().close();
});
