// The page of the guide "Build the front end before the back end", unchanged: on the mock over HTTP, on the mock inside of the
// page, and on the service.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '@keyframe/mock';
import { type Listening, listen } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../support/service.ts';

const GUIDE = new URL('../../../../../apps/docs/src/content/docs/guides/front-end-first.md', import.meta.url);
const WORKER = 'mockServiceWorker.js';
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
/** Longer than the minute after which a limit of status queries admits the next one. */
const PATIENCE = { timeout: 120_000 };

let host: Listening;
let browser: Browser;
let service: Service;

/** Reads the files that the guide shows; the module that imports packages is bundled. */
async function readFiles(): Promise<Map<string, string>> {
  const blocks = (await readFile(GUIDE, 'utf8')).matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  const files = new Map(Array.from(blocks, ([, name = '', text = '']) => [name, text] as const));
  const { outputFiles } = await build({
    stdin: { contents: files.get('mocks.js') ?? '', resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    // Parts that a page does not use import them.
    external: ['node:*'],
  });
  files.set('mocks.js', outputFiles[0]?.text ?? '');
  files.set(WORKER, await readFile(fileURLToPath(import.meta.resolve(`msw/${WORKER}`)), 'utf8'));
  return files;
}

beforeAll(async () => {
  const files = await readFiles();
  host = await listen(
    createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://host');
      const name = pathname === '/' ? 'index.html' : pathname.slice(1);
      const text = files.get(name);
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': TYPES[extname(name)] ?? '' });
      response.end(text);
    }),
  );
  browser = await startBrowser();
  // Default limits: the page must keep within that of status queries.
  service = await startService({ env: { RATE_POLL: '' } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await browser?.close();
  await host?.[Symbol.asyncDispose]();
});

/** Opens the page, and records every status that it shows. */
async function openPage(search: string): Promise<{ page: Page; readStatuses: () => Promise<string[]> }> {
  const page = await browser.newPage();
  await page.goto(`${host.url}/${search}`);
  if (search === '?mocks') await page.waitForFunction('navigator.serviceWorker.controller');
  await page.evaluate(`{
    const status = document.querySelector('[role=status]');
    globalThis.statuses = [];
    new MutationObserver(() => globalThis.statuses.push(status.textContent)).observe(status, { childList: true });
  }`);
  return { page, readStatuses: () => page.evaluate('globalThis.statuses') };
}

async function submit(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByRole('button', { name: 'Generate' }).click();
}

/** The search of the page's address for each back end. */
const BACK_ENDS: Readonly<Record<string, () => Promise<AsyncDisposable & { search: string }>>> = {
  'the mock over HTTP': async () => {
    const mock = await startMock({ pace: 'fast' });
    return { search: `?api=${mock.url}`, [Symbol.asyncDispose]: () => mock.stop() };
  },
  'the mock inside of the page': async () => ({
    search: '?mocks',
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
  'the service': async () => ({
    search: `?api=${service.url}&key=${service.testKey}`,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
};

describe.each(Object.entries(BACK_ENDS))('%s', (_, start) => {
  test('a video is submitted, shows its progress, and plays', async () => {
    await using backEnd = await start();
    const { page, readStatuses } = await openPage(backEnd.search);
    await submit(page, 'a calm sea #sandbox:delay=2s');
    await expect.poll(readStatuses, PATIENCE).toContain('completed');
    const statuses = [...new Set(await readStatuses())];
    expect(statuses).toContain('generating');
    expect(
      ['submitted', 'queued', 'generating', 'completed'].filter((one) => statuses.includes(one)),
    ).toEqual(statuses);
    const isPlayable = "document.querySelector('video').readyState >= HTMLMediaElement.HAVE_CURRENT_DATA";
    await expect.poll(() => page.evaluate(isPlayable), PATIENCE).toBe(true);
    await page.close();
  });

  test('a failure is shown with its reason', async () => {
    await using backEnd = await start();
    const { page, readStatuses } = await openPage(backEnd.search);
    await submit(page, 'a storm #sandbox:fail=content_rejected');
    await expect.poll(readStatuses, PATIENCE).toContain('failed: content_rejected');
    await page.close();
  });
});
