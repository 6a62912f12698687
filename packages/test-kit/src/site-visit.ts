// Serves a built site, and finds the problems of its pages in a browser.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { type Listening, listen } from './listen.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Long enough for busy machines. */
export const PATIENCE = { timeout: 90_000 };

/** A file of a site. */
export interface HostedFile {
  readonly mediaType: string;
  readonly body: Buffer;
}

/**
 * Serves files by their path below a base such as `/docs/`, with the page `404.html` for missing ones. `api` handles the
 * requests for `/v1`.
 */
export function hostSite(
  files: ReadonlyMap<string, HostedFile>,
  base: string,
  api?: RequestListener,
): Promise<Listening> {
  const host = createServer((request, response) => {
    if (api !== undefined && request.url?.startsWith('/v1')) return api(request, response);
    const path = new URL(request.url ?? '', 'http://site').pathname.replace(base, '');
    const file = files.get(path) ?? files.get('404.html');
    response.writeHead(files.has(path) ? 200 : 404, { 'content-type': file?.mediaType }).end(file?.body);
  });
  return listen(host);
}

/** Opens a page that records errors, policy violations and requests to other hosts. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ stack = '' }) => {
    // axe creates elements that the site's scripts do not expect.
    if (!stack.includes(AXE)) complaints.push(stack);
  });
  page.on('request', (request) => {
    const requested = request.url();
    const isOwn = requested === url || requested.startsWith(`${url}/`) || /^(?:data|blob):/.test(requested);
    if (!isOwn) complaints.push(`requests ${requested}`);
  });
  return { page, complaints };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Lists the violations that axe finds on the open page, by all rules or by those with these ids or tags. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A page may have a policy that refuses scripts of others.
  await page.evaluate(`${readFileSync(AXE, 'utf8')}\n//# sourceURL=${AXE}`);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(rules === undefined ? {} : { runOnly: rules })}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Rules that depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Pages of a site, and the window to open them in. */
export interface Visit {
  /** Ends in a slash; paths follow it. */
  readonly url: string;
  readonly paths: readonly string[];
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  /** The pages that axe checks by all rules; the others, of the same templates, are checked by those about colors. */
  readonly inFull: readonly string[];
}

/** Lists accessibility violations, overflow and requests to other hosts. Two pages are open at a time. */
export async function findProblems(browser: Browser, visit: Visit): Promise<string[]> {
  const { url, paths, colorScheme, width, inFull } = visit;
  const waiting = [...paths];
  const problems: string[] = [];
  const visitInTab = async () => {
    const { page, complaints } = await openPage(browser, new URL(url).origin);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(url + path);
      const found = await violations(page, inFull.includes(path) ? undefined : COLOR_RULES);
      const excess = await overflow(page);
      if (excess > 0) found.push(`${excess} pixels wider than the window`);
      problems.push(...found.map((problem) => `${path}: ${problem}`));
    }
    await page.close();
    problems.push(...complaints);
  };
  await Promise.all([visitInTab(), visitInTab()]);
  return problems;
}

/** Records layout shifts from the start of each page that the browser opens afterwards. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Sums the layout shifts of the page that is open. */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate('window.layoutShift');
}

/** Measures by how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

/** Opens every part of the page that is folded. */
export async function unfoldEverything(page: Page): Promise<void> {
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
}
