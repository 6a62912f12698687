import { readFileSync } from 'node:fs';
import { loadDocument, readModel } from '@keyframe/openapi-model';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { unfoldEverything, violations } from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTRACT, GALAXY, openReference } from './open-reference.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const openOperation = (page: Page, slug: string) => page.locator(`#menu a[data-slug="${slug}"]`).click();
const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click();
const output = (page: Page) => page.locator('send-request output');

test('from a file, a request is answered by the mock, which remembers it and sends its callback', async () => {
  await using reference = await openReference(browser, CONTRACT);
  const { page, complaints } = reference;
  await openOperation(page, 'operations/create-video-generation');
  const body = page.getByLabel('Body', { exact: true });
  const request = JSON.parse(await body.inputValue());
  await body.fill(JSON.stringify({ ...request, callback_url: 'https://example.com/callbacks' }));
  await send(page);
  await output(page).getByText('202 Accepted').waitFor();
  const [, id = ''] = /"taskId": "(.+?)"/.exec((await output(page).textContent()) ?? '') ?? [];
  await page.locator('.send-callbacks').getByText('webhook-signature: v1').waitFor();
  await page.locator('.send-callbacks').getByText(id).waitFor();
  // The other operation knows the task.
  await openOperation(page, 'operations/get-task');
  await send(page);
  await output(page).getByText('"status": "completed"').waitFor();
  expect(await output(page).textContent()).toContain(`"id": "${id}"`);
  expect(complaints).toEqual([]);
});

test('a fault is chosen, and an invalid request is rejected as the document says', async () => {
  await using reference = await openReference(browser, CONTRACT);
  const { page, complaints } = reference;
  await openOperation(page, 'operations/create-video-generation');
  await page.getByLabel('Response of the mock').selectOption('429');
  await send(page);
  await output(page).getByText('429 Too Many Requests').waitFor();
  await page.getByLabel('Body', { exact: true }).fill('{"model":"no"}');
  await send(page);
  await output(page).getByText('400 Bad Request').waitFor();
  expect(complaints).toEqual([]);
});

test('a key is entered once for all operations, sent to the chosen server only, and stored only on request', async () => {
  await using reference = await openReference(browser, GALAXY);
  const { page } = reference;
  const authorizations: (string | undefined)[] = [];
  await page.route('**/*', (route) => {
    const request = route.request();
    if (request.url().startsWith('file:')) return route.continue();
    if (request.method() !== 'OPTIONS') authorizations.push(request.headers().authorization);
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    return route.fulfill({ body: '{}', headers });
  });
  const panel = page.getByRole('dialog', { name: 'Server and keys' });
  const stored = () =>
    page.evaluate('Object.values(sessionStorage).join() + Object.keys(localStorage).join()');
  await openOperation(page, 'operations/create-planet');
  await page.getByText('Sends to the mock.').waitFor();
  await page.getByRole('button', { name: 'Server and keys' }).click();
  expect(await violations(page)).toEqual([]);
  await panel.getByLabel('Key bearerAuth').fill('secret');
  await panel.getByLabel('Key basicAuth').fill('name:password');
  await panel.getByLabel('Send to').selectOption('https://galaxy.scalar.com');
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Sends to https://galaxy.scalar.com with the key for bearerAuth.').waitFor();
  await send(page);
  await output(page).getByText('200').waitFor();
  await openOperation(page, 'operations/update-planet');
  await send(page);
  await output(page).getByText('200').waitFor();
  expect(authorizations).toEqual(['Bearer secret', 'Bearer secret']);
  expect(await stored()).toBe('');
  await page.getByRole('button', { name: 'Change' }).click();
  await panel.getByLabel('Keep this in the tab').check();
  expect(await stored()).toContain('secret');
  await panel.getByLabel('Send to').selectOption('mock');
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Sends to the mock.').waitFor();
});

test('a link to a field opens its page and unfolds it', async () => {
  await using reference = await openReference(browser, CONTRACT);
  const { page, url, complaints } = reference;
  await page.goto(`${url}#operations/create-video-generation/response-402-error-required`);
  await page.locator('#response-402-error-required').waitFor();
  expect(await page.locator('#response-403').getAttribute('open')).toBeNull();
  const link = page.locator('#response-402-error-required > .field-head a');
  expect(await link.getAttribute('href')).toBe(
    '#operations/create-video-generation/response-402-error-required',
  );
  expect(complaints).toEqual([]);
});

test.each([
  ['all planets', 'Get all planets'],
  ['celestail bodies', 'Create a celestial body'],
  ['uplaod image', 'Upload an image to a planet'],
  ['delete', 'Delete a planet'],
  ['/user/signup', 'Create a user'],
])('the search finds %s first in %s', async (query, title) => {
  await using reference = await openReference(browser, GALAXY);
  const { page, complaints } = reference;
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(query);
  await page.locator('.search-result').first().waitFor();
  expect(await page.locator('.search-result').first().textContent()).toBe(title);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(complaints).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'in %s colors axe finds nothing, and no page is too wide',
  async (scheme) => {
    await using reference = await openReference(browser, GALAXY);
    const { page, complaints } = reference;
    await page.emulateMedia({ colorScheme: scheme });
    const links = await page.locator('#menu a').all();
    const slugs = await Promise.all(links.map((link) => link.getAttribute('data-slug')));
    const problems: string[] = [];
    for (const slug of slugs) {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.evaluate(`location.hash = '${slug}'`);
      await page.locator(`#menu a[data-slug="${slug}"][aria-current]`).waitFor({ state: 'attached' });
      await unfoldEverything(page);
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (excess > 0) problems.push(`${slug} is ${excess} pixels too wide`);
      await page.setViewportSize({ width: 1_440, height: 900 });
      problems.push(...(await violations(page)).map((violation) => `${slug}: ${violation}`));
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

const ATTACK = '<img src=x onerror="globalThis.attacked = 1"><script>globalThis.attacked = 1</script>';

test('a hostile document runs no script', async () => {
  const text = `${ATTACK} [x](javascript:globalThis.attacked=1) </script>${ATTACK}`;
  const schema = {
    type: 'object',
    title: ATTACK,
    description: text,
    properties: { [ATTACK]: { type: 'string', description: text, default: ATTACK, enum: [ATTACK] } },
  };
  const content = {
    'application/json': { schema, examples: { [ATTACK]: { summary: ATTACK, value: { a: ATTACK } } } },
  };
  await using reference = await openReference(browser, {
    openapi: '3.1.1',
    info: { title: ATTACK, version: ATTACK, description: `${text}\n\n## ${ATTACK}\n\n${text}` },
    servers: [{ url: 'https://example.com/"><script>globalThis.attacked=1</script>' }],
    tags: [{ name: ATTACK, description: text }],
    paths: {
      '/a': {
        post: {
          operationId: `a${ATTACK}`,
          summary: ATTACK,
          description: text,
          tags: [ATTACK],
          parameters: [{ name: ATTACK, in: 'query', description: text, schema: { type: 'string' } }],
          requestBody: { description: text, content },
          responses: { 200: { description: text, content } },
        },
      },
    },
  });
  const { page, complaints } = reference;
  for (const link of await page.locator('#menu a').all()) {
    await link.click();
    await unfoldEverything(page);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('attacked');
  await page.locator('.search-result').first().waitFor();
  expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
  expect(await page.evaluate('document.querySelectorAll("main script, main img").length')).toBe(0);
  expect(complaints).toEqual([]);
});

test('all pages are printed on paper', async () => {
  await using reference = await openReference(browser, GALAXY);
  const { page } = reference;
  await openOperation(page, 'operations/get-planet');
  const heading = page.getByRole('heading', { level: 1, name: 'Get a planet' });
  await heading.waitFor();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const titles = await page.getByRole('heading', { level: 1 }).allTextContents();
  const { schemas } = await loadDocument(GALAXY);
  expect(titles).toHaveLength((await page.locator('#menu a').count()) + schemas.size);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await heading.waitFor();
});

test('the document is saved from the menu', async () => {
  await using reference = await openReference(browser, GALAXY);
  const { page, complaints } = reference;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the document' }).click(),
  ]);
  const saved = readModel(JSON.parse(readFileSync(await download.path(), 'utf8')), 'openapi.json');
  expect(saved.operations.length).toBe((await loadDocument(GALAXY)).operations.length);
  expect(complaints).toEqual([]);
});

test('a page without a mock sends to the server only', async () => {
  await using reference = await openReference(browser, GALAXY, { mock: false });
  const { page, complaints } = reference;
  await openOperation(page, 'operations/get-planet');
  expect(await page.getByLabel('Send to').locator('option').allTextContents()).toEqual([
    'https://galaxy.scalar.com',
    'https://void.scalar.com',
  ]);
  expect(complaints).toEqual([]);
});
