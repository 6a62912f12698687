import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { hostSite, openPage, PATIENCE, violations } from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  listening = await hostSite(readSite('https://api.example.com'), '/docs/');
  browser = await startBrowser();
});

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  ({ page, complaints } = await openPage(browser, listening?.url ?? ''));
  await page.goto(`${listening?.url}/docs/`);
  await page.waitForFunction("customElements.get('site-search') !== undefined");
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

/** Queries that users typed, and the page that must be the first result. */
const QUERIES: readonly (readonly [query: string, path: string])[] = [
  ['cancel task', 'guides/cancelling/'],
  ['nextjs', 'guides/receiving-callbacks/'],
  ['webhok', 'guides/receiving-callbacks/'],
  ['upload image', 'guides/uploads/'],
  ['pagination', 'guides/pagination/'],
  ['go live', 'guides/going-live/'],
  ['switch from polling to webhooks', 'guides/polling-or-callbacks/'],
  ['rate limit', 'guides/limits/'],
  ['price', 'guides/credits/'],
  ['verify signature', 'guides/receiving-callbacks/'],
  ['idempotancy', 'guides/idempotency/'],
  ['return_last_frame', 'api/operations/create-video-generation/'],
  ['list tasks', 'api/operations/list-tasks/'],
  ['sandbox', 'guides/testing/'],
  ['whpk_', 'guides/receiving-callbacks/'],
  ['k8s', 'guides/kubernetes/'],
  ['cors', 'guides/browsers/'],
  ['self host', 'guides/self-hosting/'],
  ['invite member', 'guides/console/'],
  ['OIDC_ISSUER', 'operate/configuration/'],
  ['how long can a prompt be', 'guides/limits/'],
  ['rotate api key', 'guides/console/'],
  ['install', 'guides/installing/'],
  ['mock my own openapi document', 'guides/mock-your-document/'],
  ['keyframe.config.ts', 'guides/configuration/'],
  ['add an operation', 'guides/contract-first/'],
  ['vue', 'guides/vite/'],
  ['python sdk', 'guides/quickstart/'],
  ['sveltekit', 'guides/sveltekit/'],
  // Readers of the book of the service.
  ['verify webhook signature', 'guides/receiving-callbacks/'],
  ['refund failed', 'guides/credits/'],
  ['how long are results kept', 'guides/results/'],
  ['poll interval', 'guides/polling-or-callbacks/'],
  ['simulate a failed task', 'guides/testing/'],
  ['retry after 429', 'guides/limits/'],
  ['insufficient credits', 'guides/credits/'],
  ['callback not arriving', 'guides/receiving-callbacks/'],
  ['download video before it expires', 'guides/results/'],
  ['restore a backup', 'guides/operating/'],
  ['test key without cost', 'guides/testing/'],
  // Readers of the book of the toolkit.
  ['breaking changes in ci', 'guides/gate/'],
  ['generate typescript client', 'guides/typed-clients/'],
  ['mock server for frontend', 'guides/front-end-first/'],
  ['x-async', 'guides/asynchronous-work/'],
  ['mcp server from openapi', 'guides/agents/'],
  ['discriminator', 'guides/typed-clients/'],
  ['sarif report', 'guides/gate-reports/'],
  ['replace prism', 'guides/moving-from-prism/'],
  ['ignore a finding of the gate', 'guides/gate/'],
  ['override pagination conventions', 'guides/conventions/'],
];

test('the first result of each query is the right page', async () => {
  const field = page.getByRole('searchbox', { name: 'Search' });
  const first = page.locator('.search-result').first();
  await field.fill('quickstart');
  await first.waitFor(PATIENCE);
  const results: [query: string, path: string][] = [];
  for (const [query] of QUERIES) {
    await field.fill(query);
    const path = await first.getAttribute('href', PATIENCE).catch(() => null);
    results.push([query, path?.replace('/docs/', '') ?? 'nothing']);
  }
  expect(results).toEqual(QUERIES);
  expect(complaints).toEqual([]);
});

test('guides and reference come first, decisions and checks have their own section, no page is listed twice', async () => {
  await page.getByRole('searchbox', { name: 'Search' }).fill('task');
  await page.getByRole('heading', { name: 'Decisions and checks' }).waitFor(PATIENCE);
  const headings = await page.locator('.search-results h2').allTextContents();
  expect(headings).toEqual(['Guides and reference', 'Decisions and checks']);
  const paths = await page
    .locator('.search-result')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(8);
  expect(new Set(paths).size).toBe(paths.length);
  expect(await violations(page, ['wcag2a', 'wcag2aa'])).toEqual([]);
});

test('the keyboard alone opens, moves through and follows results; Escape returns the focus', async () => {
  await page.keyboard.type('idempotency');
  await page.locator('.search-result').first().waitFor(PATIENCE);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Idempotency');
  await page.keyboard.press('ArrowUp');
  expect(await page.evaluate('document.activeElement.type')).toBe('search');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/guides/idempotency/');
});
