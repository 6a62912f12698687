import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';
import { hostSite, openPage, PATIENCE, problemsOf } from './site-visit.ts';

const site = readSite('https://api.example.com');

/** One page of each template: the first, code, pictures, tables, the longest page of the reference. */
const TEMPLATES = [
  '',
  'guides/receiving-callbacks/',
  'guides/console/',
  'api/concepts/pricing/',
  'api/operations/create-video-generation/',
  'api/changelog/',
  'operate/configuration/',
];
const PAGES = [...new Set([...TEMPLATES, ...[...site.keys()].filter((path) => /^guides\/.+\/$/.test(path))])];

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  listening = await hostSite(site, '/docs/');
  browser = await startBrowser();
}, 120_000);

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  ({ page, complaints } = await openPage(browser, listening?.url ?? ''));
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

test.each([
  { colorScheme: 'light', width: 375, inFull: PAGES },
  { colorScheme: 'dark', width: 1_440, inFull: TEMPLATES },
] as const)(
  'in $colorScheme colors at $width pixels no page is inaccessible, overflows or asks another host',
  async (look) => {
    if (browser === undefined) throw new Error('There is no browser.');
    const url = `${listening?.url}/docs/`;
    expect(await problemsOf(browser, { url, paths: PAGES, ...look })).toEqual([]);
  },
  600_000,
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
