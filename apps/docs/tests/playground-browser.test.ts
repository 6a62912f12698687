// The playground, in Chromium, under the policy of the server that shows it.
import { readFileSync } from 'node:fs';
import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { hostSite, openPage, PATIENCE, violations } from '@keyframe/test-kit/site-visit';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

const PATH = 'playground/';
const site = readSite('https://api.example.com');
/** The part of the server's policy that scripts and frames depend on. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${site.get(PATH)?.scriptHashes.join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "connect-src 'self'",
].join('; ');

let listening: Listening | undefined;
let browser: Browser | undefined;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  listening = await hostSite(site, '/docs/');
  browser = await startBrowser();
});

beforeEach(async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  ({ page, complaints } = await openPage(browser, listening?.url ?? ''));
  await page.route(`**/docs/${PATH}`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': POLICY };
    await route.fulfill({ response, headers });
  });
  await page.goto(`${listening?.url}/docs/${PATH}`);
  return () => page.close();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

const done = () => page.getByText('Done. Nothing has left this page.').waitFor(PATIENCE);
const pane = (kind: string) => page.locator(`.playground-output[data-kind="${kind}"]`);
const listFiles = (kind: string) => pane(kind).locator('option').allTextContents();

/** Scrolls to the reference, whose program starts with its first paint. */
async function showReference(): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe[title=Reference]');
  await page.locator('iframe[title=Reference]').scrollIntoViewIfNeeded();
  await frame.locator('.search-open:enabled').waitFor();
  return frame;
}

test('the contract becomes a reference with its API, a server, a client, tools, and changes', async () => {
  const [document, before] = [page.getByLabel('Example').first(), page.getByLabel('Example').last()];
  await page.getByText('Compare with another version').click();
  await before.selectOption('The contract, 1.0.0');
  await document.selectOption('The contract of our service');
  await done();
  expect(await listFiles('server')).toContain('routes.ts');
  expect(await listFiles('client')).toContain('operations.ts');
  expect(await listFiles('tools')).toContain('createVideoGeneration');
  expect(await pane('changes').locator('li').count()).toBeGreaterThan(0);
  const frame = await showReference();
  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.locator('#menu a[data-slug="operations/create-video-generation"]').click();
  await frame.getByRole('button', { name: 'Send request' }).click();
  await frame.locator('send-request output').getByText('202 Accepted').waitFor();
  expect(await violations(page, ['wcag2a', 'wcag2aa'])).toEqual([]);
  expect(complaints).toEqual([]);
});

const BOOKSHOP = readFileSync(new URL('../public/playground/bookshop.yaml', import.meta.url), 'utf8');

test('a document in YAML that is typed in becomes the same, and its files are shown', async () => {
  await page.getByLabel('Text of the document').fill(BOOKSHOP);
  await page.getByText('Compare with another version').click();
  await page
    .getByLabel('Text of the earlier version')
    .fill(BOOKSHOP.replace('maximum: 10 }', 'maximum: 99 }'));
  await page.getByRole('button', { name: 'Show what becomes of it' }).click();
  await done();
  await pane('server').getByText('Server:').click();
  await pane('server').getByLabel('File').selectOption('routes.ts');
  await pane('server').getByText('createOrder').first().waitFor();
  expect(await listFiles('tools')).toEqual(['listBooks', 'createOrder', 'getOrder']);
  expect(await pane('changes').locator('li').allTextContents()).toEqual([
    expect.stringMatching(/^Breaking: POST \/orders: /),
  ]);
  expect(complaints).toEqual([]);
});

test('an invalid document has an error with its place, and nothing else', async () => {
  await page
    .getByLabel('Text of the document')
    .fill('openapi: 3.1.1\ninfo: { title: A, version: "1" }\npaths: { /a: 1 }');
  await page.getByRole('button', { name: 'Show what becomes of it' }).click();
  await page.getByText('The document cannot be used.').waitFor(PATIENCE);
  expect(await page.locator('.playground-problem').textContent()).toMatch(
    /^document\.yaml:3:10 #\/paths\/~1a /,
  );
  expect(await page.locator('.playground-output').filter({ visible: true }).count()).toBe(0);
});

test('a hostile document runs no script, and its frame has another origin', async () => {
  const attack = '<img src=x onerror="parent.attacked = 1"></script><script>parent.attacked = 1</script>';
  const document = {
    openapi: '3.1.1',
    info: { title: attack, version: attack, description: attack },
    paths: {},
  };
  await page.getByLabel('Text of the document').fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Show what becomes of it' }).click();
  await done();
  const frame = await showReference();
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null');
  expect(await page.locator('body').evaluate(() => Reflect.get(globalThis, 'attacked'))).toBeUndefined();
  expect(complaints).toEqual([]);
});
