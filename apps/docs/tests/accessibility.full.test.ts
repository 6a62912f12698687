// Every page in both color schemes; `npm test` visits one page of each template in light colors.
import { startBrowser } from '@keyframe/test-kit/chromium';
import {
  findProblems,
  hostSite,
  openPage,
  unfoldEverything,
  violations,
} from '@keyframe/test-kit/site-visit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

import { TEMPLATES } from './templates.ts';

const site = readSite('https://api.example.com');
const PAGES = [
  ...new Set([...TEMPLATES, 'reference/', ...[...site.keys()].filter((path) => /^guides\/.+\/$/.test(path))]),
];

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
