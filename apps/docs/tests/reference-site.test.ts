import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { parse } from 'parse5';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attribute, elementsBelow } from './elements.ts';
import { findProblems, type HostedFile, hostSite } from './site-visit.ts';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../src/reference-site.ts', import.meta.url));
/** Scalar's example of everything that OpenAPI 3.1 has: callbacks without a webhook, files, OAuth, Markdown. */
const DOCUMENT = fileURLToPath(import.meta.resolve('@scalar/galaxy/3.1.yaml'));
const BASE = '/reference/';
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

const out = mkdtempSync(join(tmpdir(), 'keyframe-reference-'));
let files: ReadonlyMap<string, HostedFile>;
let listening: Listening | undefined;
let browser: Browser | undefined;

function readFiles(): ReadonlyMap<string, HostedFile> {
  const names = readdirSync(out, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1));
  return new Map(
    names.map((name) => [
      name.replace(/(^|\/)index\.html$/, '$1'),
      {
        mediaType: MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        body: readFileSync(join(out, name)),
      },
    ]),
  );
}

beforeAll(async () => {
  // vitest's own environment configures Vite, which builds the site.
  const { PATH, HOME, TMPDIR } = process.env;
  const words = [DOCUMENT, '--out', out, '--base', BASE, '--key-variable', 'GALAXY_KEY'];
  await run(process.execPath, [COMMAND, ...words], { env: { PATH, HOME, TMPDIR } });
  files = readFiles();
  listening = await hostSite(files, BASE);
  browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
  rmSync(out, { recursive: true, force: true });
});

function listPages(): [path: string, html: string][] {
  return [...files]
    .filter(([, { mediaType }]) => mediaType === 'text/html')
    .map(([path, { body }]) => [path, `${body}`]);
}

test('every operation, webhook and callback of another document has a page', () => {
  const paths = listPages().map(([path]) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      '',
      'operations/get-all-data/',
      'operations/upload-image/',
      'webhooks/new-planet/',
      'webhooks/create-planet-planet-created/',
      'concepts/resources/',
    ]),
  );
  const upload = `${files.get('operations/create-planet.md')?.body}`;
  for (const text of [
    '### curl',
    '### TypeScript',
    '### Python',
    '### Go',
    '$GALAXY_KEY',
    'https://galaxy.scalar.com/planets',
  ]) {
    expect(upload).toContain(text);
  }
});

test('every link and anchor of its pages leads somewhere', () => {
  const anchors = new Map(
    listPages().map(([path, html]) => [
      path,
      new Set(elementsBelow(parse(html)).map((element) => attribute(element, 'id'))),
    ]),
  );
  const broken = listPages().flatMap(([path, html]) =>
    elementsBelow(parse(html))
      .filter(({ tagName }) => tagName === 'a')
      .map((element) => new URL(attribute(element, 'href') ?? '', `http://site${BASE}${path}`))
      .filter(({ origin }) => origin === 'http://site')
      .filter(({ pathname, hash }) => {
        const target = pathname.replace(BASE, '');
        return (
          !files.has(target) || (hash !== '' && !anchors.get(target)?.has(decodeURIComponent(hash.slice(1))))
        );
      })
      .map(({ href }) => `${path}: ${href}`),
  );
  expect(broken).toEqual([]);
});

/** One page of each template. */
const TEMPLATES = ['', 'operations/get-all-data/', 'webhooks/new-planet/', 'concepts/resources/'];

test.each([
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 1_440 },
] as const)(
  'in $colorScheme colors at $width pixels no page is inaccessible, overflows or requests another host',
  async (look) => {
    if (browser === undefined) throw new Error('There is no browser.');
    const paths = listPages().map(([path]) => path);
    const pages = paths.filter((path) => path !== '404.html');
    const inFull = look.width === 375 ? pages : TEMPLATES;
    expect(TEMPLATES.filter((path) => !pages.includes(path))).toEqual([]);
    const visit = { url: `${listening?.url}${BASE}`, paths: pages, inFull, ...look };
    expect(await findProblems(browser, visit)).toEqual([]);
  },
  300_000,
);

test.each([
  [['no.yaml', '--out', out], 'no.yaml'],
  [[DOCUMENT], '--out must name the folder of the site.'],
  [[DOCUMENT, '--out', out, '--base', 'a b'], '--base must be a path such as /reference (got "a b").'],
])('rejects an invalid command line: %j', async (words, message) => {
  const failed = await run(process.execPath, [COMMAND, ...words]).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
