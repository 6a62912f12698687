import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type Listening, listen } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

const site = readSite({ url: 'https://api.example.com', description: 'Production' });
const host = createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://site').pathname.replace('/docs/', '');
  const file = site.get(path) ?? site.get('404.html');
  response.writeHead(site.has(path) ? 200 : 404, { 'content-type': file?.mediaType }).end(file?.body);
});

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** For machines that are busy. */
const PATIENCE = { timeout: 90_000 };
/** A guide, a page of tables, the longest page of the reference, a record. */
const PAGES = [
  '',
  'guides/quickstart/',
  'guides/receiving-callbacks/',
  'api/concepts/errors/',
  'api/operations/create-video-generation/',
  'operate/configuration/',
];

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  listening = await listen(host);
  browser = await startBrowser();
}, 120_000);

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ stack = '' }) => {
    // The checker makes elements of its own, which the site's scripts do not expect.
    if (!stack.includes(AXE)) complaints.push(stack);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${listening?.url}/`)) complaints.push(`asks ${request.url()}`);
  });
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function violations(): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

test.each([
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 1_440 },
] as const)(
  'in $colorScheme colors at $width pixels no page is inaccessible, overflows or asks another host',
  async ({ colorScheme, width }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES) {
      await page.goto(`${listening?.url}/docs/${path}`);
      expect.soft(await violations(), path).toEqual([]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overflow, path).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
  },
  300_000,
);

test('search finds words of the guides and of the reference, by keyboard alone', async () => {
  await page.goto(`${listening?.url}/docs/`);
  await page.waitForFunction("customElements.get('site-search') !== undefined");
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Search' });
  await field.waitFor();
  for (const [words, title] of [
    ['sandbox', 'Sandbox'],
    ['return_last_frame', 'Submit a video generation'],
    ['whpk_', 'Callback verification'],
  ]) {
    await field.fill(words ?? '');
    await page
      .getByRole('link', { name: title ?? '' })
      .filter({ visible: true })
      .first()
      .waitFor(PATIENCE);
  }
  expect(complaints).toEqual([]);
}, 120_000);

test('every address of the menu works in a new tab', async () => {
  await page.goto(`${listening?.url}/docs/guides/quickstart/`);
  const links = await page
    .locator('nav a[href^="/docs/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(50);
  const paths = links.map((link) => link.replace('/docs/', '').replace(/#.*$/, ''));
  expect(paths.filter((path) => !site.has(path))).toEqual([]);
});
