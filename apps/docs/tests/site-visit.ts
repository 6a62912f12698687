// A built site behind a host of its own, and a visitor that hears of everything that is wrong with a page.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type Listening, listen } from '@keyframe/test-kit';
import type { Browser, Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** For machines that are busy. */
export const PATIENCE = { timeout: 90_000 };

/** A file of a site. */
export interface HostedFile {
  readonly mediaType: string;
  readonly body: Buffer;
}

/** Serves files by their path below a base such as `/docs/`, with the page `404.html` for what is not there. */
export function hostSite(files: ReadonlyMap<string, HostedFile>, base: string): Promise<Listening> {
  const host = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname.replace(base, '');
    const file = files.get(path) ?? files.get('404.html');
    response.writeHead(files.has(path) ? 200 : 404, { 'content-type': file?.mediaType }).end(file?.body);
  });
  return listen(host);
}

/** Opens a page that notes errors, broken policies and requests to another host. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ stack = '' }) => {
    // The checker makes elements of its own, which the site's scripts do not expect.
    if (!stack.includes(AXE)) complaints.push(stack);
  });
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !/^(?:data|blob):/.test(asked)) complaints.push(`asks ${asked}`);
  });
  return { page, complaints };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Lists what axe finds inaccessible on the page that is open: by all of its rules, or by those with these tags. */
export async function violations(page: Page, tags?: readonly string[]): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(tags === undefined ? {} : { runOnly: tags })}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
