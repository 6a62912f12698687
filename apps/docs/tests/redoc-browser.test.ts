import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRedocProblems, hostRedoc, openSection } from './redoc-visit.ts';
import { PATIENCE } from './site-visit.ts';

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
const loaded: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  listening = await hostRedoc();
  browser = await startBrowser();
  page = await browser.newPage();
  page.on('requestfinished', (request) => loaded.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${listening.url}/`);
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

test.each([
  ['Videos', '/v1/videos/generations', 'callback_url'],
  ['Tasks', '/v1/tasks/{id}', 'billing_status'],
  ['Callbacks', 'A task is completed', 'webhook-signature'],
])('%s: a reader opens it from the menu, and finds %s with %s', async (section, operation, field) => {
  await openSection(page, section);
  await page.getByText(operation).filter({ visible: true }).first().waitFor(PATIENCE);
  await page.getByText(field).first().waitFor({ state: 'attached' });
});

test('an opened operation and an opened callback have no violation of WCAG, and nothing is empty', async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  expect(await findRedocProblems(browser, `${listening?.url}/`, 'light')).toEqual([]);
});

test('the page loads nothing from another host, and breaks its policy with nothing', () => {
  expect(loaded.filter((url) => !url.startsWith(page.url().split('#')[0] ?? ''))).toEqual([]);
  expect(complaints).toEqual([]);
});
