import { createServer } from 'node:http';
import { type Listening, listen } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import {
  findProblems,
  hostSite,
  openPage,
  PATIENCE,
  readLayoutShift,
  recordLayoutShifts,
  violations,
} from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

import { TEMPLATES } from './templates.ts';

const site = readSite('https://api.example.com');

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  listening = await hostSite(site, '/docs/');
  browser = await startBrowser();
});

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  ({ page } = await openPage(browser, listening?.url ?? ''));
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

test('no page of a template is inaccessible, overflows or requests another host', async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  const visit = { paths: TEMPLATES, inFull: TEMPLATES, colorScheme: 'light', width: 375 } as const;
  expect(await findProblems(browser, { url: `${listening?.url}/docs/`, ...visit })).toEqual([]);
}, 600_000);

test('the name of each control contains its label', async () => {
  const found: string[] = [];
  for (const path of [...TEMPLATES, '404.html']) {
    await page.goto(`${listening?.url}/docs/${path}`);
    found.push(...(await violations(page, ['label-content-name-mismatch'])));
  }
  expect(found).toEqual([]);
});

test('a missing page has the menu, the search and the links of the header', async () => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  const response = await page.goto(`${listening?.url}/docs/guides/nothing/`);
  expect([response?.status(), await page.title()]).toEqual([404, 'Page not found | Keyframe']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quickstart' }).waitFor();
  const links = page.locator('header .header-links a');
  expect(await links.allTextContents()).toEqual(['Docs', 'Toolkit', 'Reference', 'Console', 'Repository']);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
});

test('every address of the menu works in a new tab', async () => {
  await page.goto(`${listening?.url}/docs/guides/quickstart/`);
  const links = await page
    .locator('nav a[href^="/docs/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(40);
  const paths = links.map((link) => link.replace('/docs/', '').replace(/#.*$/, ''));
  expect(paths.filter((path) => !site.has(path))).toEqual([]);
});

const MAX_LAYOUT_SHIFT = 0.1;

test.each([375, 1_440])('no page shifts by more than 0.1 while it loads, at %i pixels', async (width) => {
  await recordLayoutShifts(page);
  await page.setViewportSize({ width, height: 900 });
  const shifts: [path: string, shift: number][] = [];
  for (const path of TEMPLATES) {
    await page.goto(`${listening?.url}/docs/${path}`, { waitUntil: 'networkidle' });
    shifts.push([path, await readLayoutShift(page)]);
  }
  expect(shifts.filter(([, shift]) => shift > MAX_LAYOUT_SHIFT)).toEqual([]);
});

test('a page whose content arrives after its first paint does not shift', async () => {
  const path = 'guides/console/';
  const html = site.get(path)?.body.toString() ?? '';
  const start = html.indexOf('<div class="main-pane');
  expect(start).toBeGreaterThan(0);
  const painted = Promise.withResolvers<void>();
  await using host = await listen(
    createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://site');
      if (pathname !== `/docs/${path}`)
        return response.writeHead(307, { location: listening?.url + pathname }).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, start));
      await painted.promise;
      return response.end(html.slice(start));
    }),
  );
  await recordLayoutShifts(page);
  await page.setViewportSize({ width: 1_440, height: 900 });
  const opened = page.goto(`http://127.0.0.1:${host.port}/docs/${path}`, { waitUntil: 'networkidle' });
  const paints = () => page.evaluate("performance.getEntriesByName('first-contentful-paint').length");
  await expect.poll(paints, PATIENCE).toBe(1);
  painted.resolve();
  await opened;
  expect(await readLayoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
});

/** Describes the element that has the focus: its name, and whether its outline is visible in the window. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { top, bottom, width } = element.getBoundingClientRect();
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  return {
    name: element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40),
    isBody: element === document.body,
    isVisible: width > 0 && bottom > 0 && top < innerHeight,
    hasRing: outlineStyle !== 'none' || boxShadow !== 'none',
  };
})()`;
const MAX_STOPS = 400;

test.each(['', 'guides/quickstart/', 'api/operations/create-video-generation/'])(
  'the Tab key reaches every part of /docs/%s, each with a visible focus, and leaves the page',
  async (path) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(`${listening?.url}/docs/${path}`);
    const stops: { name: string; isBody: boolean; isVisible: boolean; hasRing: boolean }[] = [];
    do {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(FOCUSED));
    } while (!stops.at(-1)?.isBody && stops.length < MAX_STOPS);
    const reached = stops.slice(0, -1);
    expect(stops.at(-1)?.isBody).toBe(true);
    expect(reached[0]?.name).toBe('A Skip to content');
    expect(reached.filter(({ isVisible, hasRing }) => !isVisible || !hasRing)).toEqual([]);
    const count = await page.locator('main a[href]').filter({ visible: true }).count();
    expect(reached.length).toBeGreaterThan(count);
  },
);
