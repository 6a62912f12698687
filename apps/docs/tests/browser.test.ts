import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DOCS_DIRECTORY } from '../src/index.ts';
import { startBrowser } from './chromium.ts';

const html = readFileSync(join(DOCS_DIRECTORY, 'index.html'));
const host = createServer((request, response) => {
  const isPage = request.url === '/';
  response
    .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    .end(isPage ? html : '');
});

let browser: Browser;
let page: Page;
const loaded: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  browser = await startBrowser();
  page = await browser.newPage();
  page.on('requestfinished', (request) => loaded.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${port}/`);
}, 120_000);

afterAll(async () => {
  await browser.close();
  host.close();
});

test.each([
  ['Videos', '/v1/videos/generations', 'callback_url'],
  ['Tasks', '/v1/tasks/{id}', 'billing_status'],
  ['Callbacks', 'A task is completed', 'webhook-signature'],
])('%s: a reader opens it from the menu, and finds %s with %s', async (section, operation, field) => {
  const shown = page.getByText(operation).filter({ visible: true }).first();
  // Until the script of the page is ready, a click opens nothing.
  const opened = async () => {
    await page.getByText(section, { exact: true }).first().click();
    await shown.waitFor({ timeout: 5_000 });
  };
  await vi.waitFor(opened, { timeout: 90_000 });
  await page.getByText(field).first().waitFor({ state: 'attached' });
});

test('the page loads nothing from another host, and breaks its policy with nothing but the logo of Redoc', () => {
  expect(loaded.filter((url) => !url.startsWith(page.url().split('#')[0] ?? ''))).toEqual([]);
  expect(complaints.filter((complaint) => !complaint.includes('https://cdn.redoc.ly/redoc/logo'))).toEqual(
    [],
  );
});
