import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { hostSite, PATIENCE } from '@keyframe/test-kit/site-visit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

const GUIDE = 'guides/receiving-callbacks/';
const REFERENCE = 'api/operations/get-task/';
const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go'];

let listening: Listening;
let browser: Browser;

beforeAll(async () => {
  listening = await hostSite(readSite('https://api.example.com'), '/docs/');
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE.timeout);
  const page = await context.newPage();
  await page.goto(`${listening.url}/docs/${path}`);
  return page;
}

/** The languages whose code is seen. */
async function listShown(page: Page): Promise<string[]> {
  const panels = page.getByRole('tabpanel').filter({ visible: true });
  return panels.evaluateAll((shown) =>
    shown.map((panel) => panel.querySelector('h3, h2')?.textContent?.trim() ?? ''),
  );
}

test('a language is chosen once: the choice holds on other pages and in other visits of the browser', async () => {
  const page = await open(REFERENCE);
  expect(await page.getByRole('tab').allTextContents()).toEqual(LANGUAGES);
  expect(await listShown(page)).toEqual(['curl']);
  await page.getByRole('tab', { name: 'Python' }).click();
  expect(await listShown(page)).toEqual(['Python']);
  await page.goto(`${listening.url}/docs/${GUIDE}`);
  expect(await listShown(page)).toEqual(['Python']);
  await page.getByText('you need the package cryptography').waitFor();
  const state = await page.context().storageState();
  expect(await listShown(await open(REFERENCE, { storageState: state }))).toEqual(['Python']);
  // A page that has no such tab shows its first.
  expect(await listShown(await open('guides/quickstart/', { storageState: state }))).toEqual(['curl']);
});

test('tabs follow the keys that tabs have, with one stop for all of them', async () => {
  const page = await open(REFERENCE);
  await page.getByRole('tab', { name: 'curl' }).focus();
  for (const [key, language] of [
    ['ArrowRight', 'TypeScript'],
    ['End', 'Go'],
    ['ArrowRight', 'curl'],
    ['ArrowLeft', 'Go'],
    ['Home', 'curl'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await listShown(page)).toEqual([language]);
    expect(await page.evaluate('document.activeElement.textContent')).toBe(language);
    expect(await page.locator('[role=tab][tabindex="0"]').allTextContents()).toEqual([language]);
  }
});

test('headings of tabs are read out in their order, and nothing that is not seen takes the focus', async () => {
  const page = await open('guides/quickstart/');
  const outline = page.getByRole('tabpanel').filter({ visible: true }).getByRole('heading');
  expect(await outline.allTextContents()).toEqual([
    'curl',
    'Submit a generation',
    'Follow the task',
    'Download the video',
  ]);
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate("document.activeElement.closest('.sl-heading-wrapper')?.textContent ?? ''"),
  ).toContain('Submit a generation');
});

test('an address that leads into a tab opens it', async () => {
  const page = await open(`${GUIDE}#go`);
  expect(await listShown(page)).toEqual(['Go']);
  expect(
    await page.getByRole('tab', { name: 'Go' }).evaluate((tab) => tab.getBoundingClientRect().top),
  ).toBeLessThan(900);
  await page.evaluate("location.hash = '#python'");
  await expect.poll(() => listShown(page), PATIENCE).toEqual(['Python']);
});

test.each([
  ['without a script', { javaScriptEnabled: false }, undefined],
  ['on paper', {}, 'print'],
] as const)('%s every language is read below its own heading', async (_, options, media) => {
  const page = await open(REFERENCE, options);
  if (media !== undefined) await page.emulateMedia({ media });
  for (const language of LANGUAGES) {
    expect(await page.getByRole('heading', { level: 3, name: language, exact: true }).isVisible()).toBe(true);
  }
  expect(await page.getByRole('tablist').filter({ visible: true }).count()).toBe(0);
});
