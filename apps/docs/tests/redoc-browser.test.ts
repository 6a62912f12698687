import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Listening, listen } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DOCS_DIRECTORY } from '../src/docs-directory.ts';
import { openPage, PATIENCE, violations } from './site-visit.ts';

const html = readFileSync(join(DOCS_DIRECTORY, 'redoc/index.html'));
const host = createServer((request, response) => {
  const isPage = request.url === '/';
  response
    .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    .end(isPage ? html : '');
});

/** React keeps what it knows of an element on the element, from the moment that it listens to it. */
function isHydrated(element: object): boolean {
  return Object.keys(element).some((name) => name.startsWith('__reactProps'));
}

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
const loaded: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  listening = await listen(host);
  browser = await startBrowser();
  page = await browser.newPage();
  page.on('requestfinished', (request) => loaded.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${listening.url}/`);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

test.each([
  ['Videos', '/v1/videos/generations', 'callback_url'],
  ['Tasks', '/v1/tasks/{id}', 'billing_status'],
  ['Callbacks', 'A task is completed', 'webhook-signature'],
])('%s: a reader opens it from the menu, and finds %s with %s', async (section, operation, field) => {
  const item = page.locator('[data-testid=menu-item-label]').filter({ hasText: new RegExp(`^${section}$`) });
  // One click, once the script has taken over the rendered page: before that it follows a link that leads nowhere,
  // and a second one would close what the first one opened.
  await vi.waitFor(async () => expect(await item.evaluate(isHydrated)).toBe(true), PATIENCE);
  await item.click();
  await page.getByText(operation).filter({ visible: true }).first().waitFor(PATIENCE);
  await page.getByText(field).first().waitFor({ state: 'attached' });
});

test.each(['light', 'dark'] as const)(
  'in %s colors an opened operation and an opened callback have no violation of WCAG, and nothing is empty',
  async (colorScheme) => {
    if (browser === undefined) throw new Error('There is no browser.');
    const visit = await openPage(browser, listening?.url ?? '');
    await visit.page.emulateMedia({ colorScheme });
    await visit.page.goto(`${listening?.url}/`);
    for (const section of ['Videos', 'Callbacks']) {
      const item = visit.page
        .locator('[data-testid=menu-item-label]')
        .filter({ hasText: new RegExp(`^${section}$`) });
      await vi.waitFor(async () => expect(await item.evaluate(isHydrated)).toBe(true), PATIENCE);
      await item.click();
      await visit.page.getByText('application/json').filter({ visible: true }).first().waitFor(PATIENCE);
      // The order of Redoc's headings is Redoc's, and no criterion of WCAG.
      expect(await violations(visit.page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])).toEqual([]);
    }
    // The pill of Redoc's maker, whose logo would come from another host.
    expect(await visit.page.getByText('API docs by').filter({ visible: true }).count()).toBe(0);
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  },
  200_000,
);

test('the page loads nothing from another host, and breaks its policy with nothing', () => {
  expect(loaded.filter((url) => !url.startsWith(page.url().split('#')[0] ?? ''))).toEqual([]);
  expect(complaints).toEqual([]);
});
