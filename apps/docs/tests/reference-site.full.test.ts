import type { Listening } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { parse } from 'parse5';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attribute, elementsBelow } from './elements.ts';
import {
  BASE,
  buildReferenceSite,
  DOCUMENT,
  listHtml,
  REFERENCE_TEMPLATES,
  runReferenceSite,
} from './reference-site.ts';
import { findProblems, type HostedFile, hostSite } from './site-visit.ts';

let files: ReadonlyMap<string, HostedFile>;
let listening: Listening | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
  files = await buildReferenceSite();
  listening = await hostSite(files, BASE);
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await listening?.[Symbol.asyncDispose]();
});

const listPages = () => listHtml(files);

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

test('no page of a template is inaccessible, overflows or requests another host', async () => {
  if (browser === undefined) throw new Error('There is no browser.');
  const paths = REFERENCE_TEMPLATES;
  expect(listPages().map(([path]) => path)).toEqual(expect.arrayContaining([...paths]));
  const visit = { paths, inFull: paths, colorScheme: 'light', width: 375 } as const;
  expect(await findProblems(browser, { url: `${listening?.url}${BASE}`, ...visit })).toEqual([]);
});

test.each([
  [['no.yaml', '--out', 'out'], 'no.yaml'],
  [[DOCUMENT], '--out must name the folder of the site.'],
  [[DOCUMENT, '--out', 'out', '--base', 'a b'], '--base must be a path such as /reference (got "a b").'],
])('rejects an invalid command line: %j', async (words, message) => {
  const failed = await runReferenceSite(words).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
