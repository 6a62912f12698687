// Command: node tests/try-documents.ts <document>…: opens the reference of each document from a file in Chromium, sends every example
// of every form to the mock in the page, and prints figures, after the documented errors and before the problems of each.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findResponse, loadDocument, type Operation } from '@keyframe/openapi-model';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { unfoldEverything, violations } from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import type { PagePlan } from '../src/reference/page.ts';
import { readReference } from '../src/site/reference.ts';
import { openReference } from './open-reference.ts';

/** The pages of each kind that axe checks; the others have the same elements. */
const CHECKED_PAGES = 3;
const KILOBYTE = 1_000;
const MAX_LENGTH = 300;

/** Sends each example of the form that is open, and returns the texts of the responses. */
const SEND_EXAMPLES = `(async () => {
  const form = document.querySelector('send-request form');
  const output = document.querySelector('send-request output');
  const button = form.querySelector('[type=submit]');
  const examples = form.querySelector('#send-example');
  // The example with all members is not one of the document.
  const count = [...(examples ?? [])].filter(({ text }) => text !== 'All members').length;
  const results = [];
  for (let index = 0; index < Math.max(count, 1); index += 1) {
    if (examples !== null) {
      examples.selectedIndex = index;
      examples.dispatchEvent(new Event('change'));
    }
    if (!form.checkValidity()) {
      results.push('invalid form');
      continue;
    }
    const answered = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (button.disabled) return;
        observer.disconnect();
        resolve(output.textContent);
      }).observe(button, { attributes: true });
    });
    form.requestSubmit();
    results.push(await answered);
  }
  return results;
})()`;

interface Counts {
  operations: number;
  sent: number;
  successes: number;
  errors: number;
  problems: string[];
}

await using browser = await startBrowser();
for (const path of process.argv.slice(2)) {
  const { complaints, bytes, ...counts } = await tryDocument(browser, path);
  const { problems, ...figures } = counts;
  const size = Math.round(statSync(path).size / KILOBYTE);
  const row = { size, file: Math.round(bytes / KILOBYTE), ...figures, complaints: complaints.length };
  console.log(basename(path), JSON.stringify({ ...row, problems: problems.length }));
  for (const problem of [...complaints, ...problems]) console.log(`  ${problem}`);
}

async function tryDocument(browser: Browser, path: string) {
  const model = await loadDocument(path, { lenient: true });
  await using reference = await openReference(browser, path);
  const { page, complaints, html } = reference;
  const counts: Counts = {
    operations: model.operations.length,
    sent: 0,
    successes: 0,
    errors: 0,
    problems: [],
  };
  const visits = new Map<string, number>();
  // Resources are deleted after all other requests, those inside of others first.
  const rank = ({ operation }: PagePlan) =>
    operation?.method === 'delete' ? -operation.path.length : Number.MIN_SAFE_INTEGER;
  const plans = readReference(model, '#').plans.toSorted((left, right) => rank(left) - rank(right));
  for (const { slug, operation } of plans) {
    await openSlug(page, slug);
    if (operation !== undefined && model.operations.includes(operation))
      for (const result of await page.evaluate<string[]>(SEND_EXAMPLES)) count(counts, operation, result);
    const [kind = ''] = slug.split('/');
    const visit = (visits.get(kind) ?? 0) + 1;
    visits.set(kind, visit);
    if (visit <= CHECKED_PAGES)
      counts.problems.push(...(await checkPage(page)).map((problem) => `${slug}: ${problem}`));
  }
  return { ...counts, complaints: [...complaints], bytes: gzipSync(html).byteLength };
}

/** Opens a page; the first one is open already. */
async function openSlug(page: Page, slug: string): Promise<void> {
  if (slug === 'index') return;
  await page.evaluate(
    `document.getElementById('content').replaceChildren(); location.hash = ${JSON.stringify(slug)};`,
  );
  await page.locator('#content h1').waitFor();
}

function count(counts: Counts, operation: Operation, result: string): void {
  counts.sent += 1;
  const [status = ''] = /^\d{3}/.exec(result) ?? [];
  const isDocumented = findResponse(operation, status) !== undefined;
  if (isDocumented && status < '400') counts.successes += 1;
  else if (isDocumented) counts.errors += 1;
  if (isDocumented && status < '400') return;
  const text = `${operation.id}: ${result.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ')}`;
  if (isDocumented) console.log(`  documented: ${text}`);
  else counts.problems.push(`not documented: ${text}`);
}

async function checkPage(page: Page): Promise<string[]> {
  await unfoldEverything(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await page.setViewportSize({ width: 1_440, height: 900 });
  const width = excess > 0 ? [`${excess} pixels too wide`] : [];
  return [...width, ...(await violations(page))];
}
