// Every page in both color schemes; `npm test` visits one page of each template in light colors.
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';
import { findRedocProblems, hostRedoc } from './redoc-visit.ts';
import { BASE, buildReferenceSite, listHtml, REFERENCE_TEMPLATES } from './reference-site.ts';
import { findProblems, hostSite, openPage, TEMPLATES, unfoldEverything, violations } from './site-visit.ts';

const site = readSite('https://api.example.com');
const PAGES = [...new Set([...TEMPLATES, ...[...site.keys()].filter((path) => /^guides\/.+\/$/.test(path))])];

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test.each([
  { colorScheme: 'light', width: 375, inFull: PAGES },
  { colorScheme: 'dark', width: 1_440, inFull: TEMPLATES },
] as const)(
  'in $colorScheme colors at $width pixels no page is inaccessible, overflows or requests another host',
  async (look) => {
    await using listening = await hostSite(site, '/docs/');
    const url = `${listening.url}/docs/`;
    expect(await findProblems(browser, { url, paths: PAGES, ...look })).toEqual([]);
  },
  600_000,
);

test('in both color schemes no page of the reference of another document has a problem', async () => {
  const files = await buildReferenceSite();
  await using listening = await hostSite(files, BASE);
  const paths = listHtml(files)
    .map(([path]) => path)
    .filter((path) => path !== '404.html');
  const url = `${listening.url}${BASE}`;
  const light = { url, paths, inFull: paths, colorScheme: 'light', width: 375 } as const;
  expect(await findProblems(browser, light)).toEqual([]);
  const dark = { url, paths, inFull: REFERENCE_TEMPLATES, colorScheme: 'dark', width: 1_440 } as const;
  expect(await findProblems(browser, dark)).toEqual([]);
}, 600_000);

test('in dark colors, with every part of an operation unfolded, axe finds no violation', async () => {
  await using listening = await hostSite(site, '/docs/');
  const { page } = await openPage(browser, listening.url);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${listening.url}/docs/api/operations/create-video-generation/`);
  await unfoldEverything(page);
  expect(await violations(page)).toEqual([]);
  await page.close();
});

test('in dark colors the page of Redocly has no violation of WCAG', async () => {
  await using listening = await hostRedoc();
  expect(await findRedocProblems(browser, `${listening.url}/`, 'dark')).toEqual([]);
});
