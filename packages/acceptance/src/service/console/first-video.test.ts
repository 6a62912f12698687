// From the first start to a played video, as a person walks it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleHarness, setUp, startConsole, type Visit } from './console-harness.ts';

/** For machines that are busy. */
const PATIENCE = { timeout: 90_000 };

let harness: ConsoleHarness;
let visit: Visit;
let page: Page;
let hook: string;

beforeAll(async () => {
  harness = await startConsole();
  visit = await harness.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = visit.page;
  hook = `${harness.receiver.url}/hooks`;
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const open = (name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

test('the one-time link of the terminal makes the first operator, and works once', async () => {
  await setUp(page, harness.link);
  const other = await harness.visit();
  await other.page.goto(harness.link);
  await other.page.getByLabel('E-mail address').fill('eve@example.com');
  await other.page.getByLabel('Your name').fill('Eve');
  await other.page.getByLabel('Password').fill('correct horse battery staple');
  await other.page.getByRole('button', { name: 'Create account' }).click();
  await other.page.getByRole('alert').waitFor();
  await other.page.goto(`${harness.origin}/console/`);
  await other.page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
});

test('AUT-1 a key is created in the console, is shown in full once, and calls the API', async () => {
  await open('API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('render farm');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this key now' });
  const curl = (await dialog.locator('pre').nth(1).textContent()) ?? '';
  const key = (await dialog.locator('pre').first().textContent()) ?? '';
  expect(key).toMatch(/^sk_test_\w{32}$/);
  expect(curl).toContain(`Authorization: Bearer ${key}`);
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: /^render farm/ }).waitFor();
  await page.reload();
  await page.getByRole('cell', { name: /^render farm/ }).waitFor();
  expect(await page.content()).not.toContain(key);
  const response = await fetch(`${harness.service.url}/v1/credits`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
});

test('a video is generated in Play: the price first, then its progress, and it plays', async () => {
  await open('Playground');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText('Enter a prompt.').waitFor();
  await page.getByLabel('Prompt').fill('a red sun sinking into a calm sea');
  await page.getByLabel('Duration').selectOption('4');
  await page.getByLabel('Callback URL').fill(hook);
  await page.getByText(/^\d+ of [\d,]+ test credits$/).waitFor();
  await page.getByText('"duration": 4').waitFor();
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  const video = page.locator('video');
  await video.waitFor();
  const isPlayable = "document.querySelector('video').readyState >= HTMLMediaElement.HAVE_CURRENT_DATA";
  await expect.poll(() => page.evaluate(isPlayable), PATIENCE).toBe(true);
});

test('the task shows its timeline, its billing and the attempts of its callback, which is delivered again', async () => {
  await page.getByRole('link', { name: 'Open the task' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByRole('cell', { name: 'Charge' }).waitFor();
  await page.getByRole('cell', { name: '200', exact: true }).waitFor();
  await page.getByText(hook).first().waitFor();
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await harness.receiver.waitForDeliveries('/hooks', 2);
  await page.getByRole('cell', { name: '#2' }).waitFor();
});

test('STA-7 a refund that failed is found and retried', async () => {
  await open('Playground');
  await page.getByLabel('Prompt').fill('a storm #sandbox:refund_failed');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText('credits refund failed').waitFor();
  await open('Credits');
  const failed = page.getByRole('region', { name: 'Failed refunds' }).first();
  await failed.getByRole('button', { name: 'Retry refund' }).click();
  await failed.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Refund', exact: true }).first().waitFor();
});

test('the callback secret is rotated, and the old one signs beside it', async () => {
  await open('Callbacks');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Callback secret' });
  expect(await dialog.locator('pre').textContent()).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('retired').waitFor();
});

test('a test event is posted, and its answer is shown', async () => {
  await page.getByLabel('URL').fill(`${hook}/test`);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const [received] = await harness.receiver.waitForDeliveries('/hooks/test', 1);
  await page.getByText(String(received?.headers['webhook-id'])).waitFor();
});

test('a guide is found by the search of the docs', async () => {
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.locator('site-search:defined').waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('searchbox', { name: 'Search' }).fill('receiving callbacks');
  await search.getByRole('link', { name: 'Receiving callbacks' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Receiving callbacks' }).waitFor();
});

test('signing out everywhere ends the session', async () => {
  await page.goto(`${harness.origin}/console/account`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
  await page.goto(`${harness.origin}/console/account`);
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
});

test('no page asked another host', () => {
  expect(visit.complaints.filter((complaint) => complaint.startsWith('asks'))).toEqual([]);
});
