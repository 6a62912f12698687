// Serves Redocly's page of the whole document, and finds its problems in a browser.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { eventually, type Listening, listen } from '@keyframe/test-kit';
import type { Browser, Page } from 'playwright-core';
import { DOCS_DIRECTORY } from '../src/docs-directory.ts';
import { openPage, PATIENCE, violations } from './site-visit.ts';

/** Serves the page at `/`. */
export function hostRedoc(): Promise<Listening> {
  const html = readFileSync(join(DOCS_DIRECTORY, 'redoc/index.html'));
  const host = createServer((request, response) => {
    const isPage = request.url === '/';
    response
      .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(isPage ? html : '');
  });
  return listen(host);
}

/** React keeps what it knows of an element on the element, from the moment that it listens to it. */
function isHydrated(element: object): boolean {
  return Object.keys(element).some((name) => name.startsWith('__reactProps'));
}

/** Opens a section of the menu. */
export async function openSection(page: Page, section: string): Promise<void> {
  const item = page.locator('[data-testid=menu-item-label]').filter({ hasText: new RegExp(`^${section}$`) });
  // One click, once the script has taken over the rendered page: before that it follows a link that leads nowhere,
  // and a second one would close what the first one opened.
  await eventually('the hydrated item', () => item.evaluate(isHydrated));
  await item.click();
}

/** Lists violations of WCAG in an operation and a callback, the maker's pill, and requests to other hosts. */
export async function findRedocProblems(
  browser: Browser,
  url: string,
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  const { page, complaints } = await openPage(browser, url.replace(/\/$/, ''));
  await page.emulateMedia({ colorScheme });
  await page.goto(url);
  const problems: string[] = [];
  for (const section of ['Videos', 'Callbacks']) {
    await openSection(page, section);
    await page.getByText('application/json').filter({ visible: true }).first().waitFor(PATIENCE);
    // The order of Redoc's headings is Redoc's, and no criterion of WCAG.
    problems.push(...(await violations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])));
  }
  // The pill of Redoc's maker, whose logo would come from another host.
  const pills = await page.getByText('API docs by').filter({ visible: true }).count();
  if (pills > 0) problems.push('the pill of its maker is visible');
  await page.close();
  return [...problems, ...complaints];
}
