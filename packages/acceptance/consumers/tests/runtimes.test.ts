// Runtimes other than Node: a page that Vite built, a Worker, Bun and Deno.
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, type Listening, listen, startChild } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { afterAll, beforeAll, expect, inject, type TestContext, test } from 'vitest';
import { run } from '../src/command.ts';
import { listEntries } from '../src/entries.ts';
import { RUNTIMES } from '../src/versions.ts';

const APP = fileURLToPath(new URL('../app', import.meta.url));
const { npm } = inject('consumers');
const bin = (name: string) => join(npm, 'node_modules/.bin', name);
const runNode = (...args: readonly string[]) => run([process.execPath, ...args], { cwd: npm });
const entries = Object.entries(inject('tarballs')).flatMap(([name, path]) => listEntries(name, path));
const SMOKED = 'completed false';

let mock: Child | undefined;
let api: string;

beforeAll(async () => {
  await cp(APP, join(npm, 'app'), { recursive: true });
  mock = startChild({
    args: [bin('keyframe-mock'), '--port', '0'],
    cwd: npm,
    env: { NODE_ENV: 'production' },
  });
  [api] = await mock.waitForOutput(/http:\S+/);
});
afterAll(() => mock?.[Symbol.asyncDispose]());

function build(mode: string): Promise<string> {
  return runNode(bin('vite'), 'build', '--config', 'app/vite.config.ts', '--mode', mode);
}

function serve(folder: string): Promise<Listening> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  return listen(
    createServer(async ({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://page');
      const file = join(folder, pathname === '/' ? 'index.html' : pathname);
      const content = await readFile(file).catch(() => undefined);
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[extname(file)] ?? '' });
      response.end(content);
    }),
  );
}

test('a page that Vite built calls the API from a browser', async () => {
  await build('page');
  await using host = await serve(join(npm, 'built-page'));
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${host.url}/?api=${encodeURIComponent(api)}`);
    await expect.poll(() => page.title(), { timeout: 60_000 }).not.toBe('waiting');
    expect(await page.title()).toBe('completed not_found');
  } finally {
    await browser.close();
  }
});

function requireRuntime(name: string, { skip }: TestContext): void {
  if (!(name in RUNTIMES)) skip(`${name} is installed by \`npm run consumers\` only`);
}

test('a Worker calls the API and serves one made from the contract', async (context) => {
  requireRuntime('miniflare', context);
  await build('worker');
  const printed = await runNode('app/run-worker.mjs', 'miniflare', 'built-worker/worker.mjs', api);
  expect(printed).toBe(`200 ${SMOKED}\n202 400\n`);
});

test('Bun loads every entry, calls the API and validates', async (context) => {
  requireRuntime('bun', context);
  expect((await run([bin('bun'), 'app/import-all.mjs', ...entries], { cwd: npm })).split('\n')).toHaveLength(
    entries.length + 1,
  );
  expect(await run([bin('bun'), 'app/smoke-here.mjs', api], { cwd: npm })).toBe(`${SMOKED}\n`);
});

test('Deno loads every entry, calls the API and validates', async (context) => {
  requireRuntime('deno', context);
  const deno = [bin('deno'), 'run', '--allow-all', '--node-modules-dir=manual', '--no-remote'];
  expect((await run([...deno, 'app/import-all.mjs', ...entries], { cwd: npm })).split('\n')).toHaveLength(
    entries.length + 1,
  );
  expect(await run([...deno, 'app/smoke-here.mjs', api], { cwd: npm })).toBe(`${SMOKED}\n`);
});
