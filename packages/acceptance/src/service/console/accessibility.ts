// Every page in light and dark, at the width of a phone and of a desk: nothing inaccessible, nothing that overflows, no
// request to another host. The screenshots are in reports/screenshots.
import { mkdirSync } from 'node:fs';
import { createClient } from '@keyframe/client';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleHarness, setUp, startConsole, violations } from './console-harness.ts';

const SCREENSHOTS = new URL('../../../reports/screenshots/', import.meta.url);
/** The pages before sign-in by the name of their screenshot. */
const ENTRIES = [
  ['sign-in', 'sign-in'],
  ['setup-without-link', 'setup'],
  ['setup', 'setup#token=01234567890123456789'],
  ['invitation', 'invitation#token=01234567890123456789'],
  ['invitation-cut', 'invitation#token=none'],
  ['forgotten-password', 'forgotten-password'],
  ['password', 'password#token=01234567890123456789'],
] as const;
const LONG = 'a lighthouse keeper who counts the waves until the storm has passed, '.repeat(6);

/** The rules of axe about what a color scheme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** For machines that are busy. */
const PATIENCE = { timeout: 90_000 };
/** Nothing is loading, and nothing moves. */
const IS_SETTLED =
  "document.querySelector('[role=status]') === null && document.getAnimations().length === 0";

/** The limit of a good page (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.1;
const LAYOUT_SHIFT = 'globalThis.layoutShift';
const RECORD_SHIFTS = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

type ColorScheme = 'light' | 'dark';

/** The color schemes and the widths in pixels in which each page is inspected. */
export interface Looks {
  readonly colorSchemes: readonly ColorScheme[];
  readonly widths: readonly number[];
  /** Names of the pages to inspect; all without it. */
  readonly pages?: readonly string[];
  /** Whether each page is kept as a picture, which takes longer than its inspection. */
  readonly hasScreenshots: boolean;
}

let shown: Looks;
let harness: ConsoleHarness;
let signedIn: NonNullable<BrowserContextOptions['storageState']>;
/** The paths below /console by the name of their screenshot. */
let pages: readonly (readonly [name: string, path: string])[];

/** Tasks of every outcome, with deliveries that arrived and that did not, and people invited. */
async function fill({ service, receiver }: ConsoleHarness): Promise<{ taskId: string; failedId: string }> {
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  receiver.answer('/refuses', [500, 500, 500, 500, 500, 500]);
  const submit = async (prompt: string, path = '/hooks') => {
    const input = { prompt, duration: 4 } as const;
    const callback = { callback_url: receiver.url + path };
    return (await client.videos.create({ model: 'video-2-0', input, ...callback })).taskId;
  };
  const taskId = await submit('a paper boat drifts down a rain-filled gutter at dusk');
  const failedId = await submit('a storm #sandbox:refund_failed', '/refuses');
  await submit(LONG);
  await submit('a comet #sandbox:fail=content_rejected');
  for (const id of [taskId, failedId]) await client.tasks.wait(id, { pollInterval: 100 });
  await submit('a glacier #sandbox:delay=3600s');
  await receiver.waitForDeliveries('/hooks', 3);
  await receiver.waitForDeliveries('/refuses', 1);
  return { taskId, failedId };
}

/** Asks the console's API as the page's user. */
function post(page: Page, path: string, body: object): Promise<unknown> {
  const call = `fetch('/console/api${path}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(body))},
  }).then((response) => response.json())`;
  return page.evaluate(call);
}

async function startWithData(): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  harness = await startConsole();
  const { taskId, failedId } = await fill(harness);
  const { page } = await harness.visit();
  await setUp(page, harness.link);
  const owner = `/owners/${harness.service.ownerId}`;
  await post(page, `${owner}/invitations`, {
    email: 'grace.brewster.murray.hopper@computing-laboratory.example.com',
    role: 'developer',
  });
  await post(page, `${owner}/keys`, { name: 'render farm in the basement of the old mill', mode: 'live' });
  const acme = (await post(page, '/operator/owners', { name: 'Acme Studio' })) as { owner: { id: string } };
  await post(page, `/operator/owners/${acme.owner.id}/suspensions`, { note: 'unpaid invoice' });
  signedIn = await page.context().storageState();
  pages = [
    ['overview', owner],
    ['play', `${owner}/play`],
    ['tasks', `${owner}/tasks`],
    ['tasks-empty', `${owner}/tasks?id=task_0`],
    ['task-completed', `${owner}/tasks/${taskId}`],
    ['task-failed', `${owner}/tasks/${failedId}`],
    ['task-missing', `${owner}/tasks/task_gone`],
    ['credits', `${owner}/credits`],
    ['callbacks', `${owner}/callbacks`],
    ['keys', `${owner}/keys`],
    ['team', `${owner}/team`],
    ['account', '/account'],
    ['operator', '/operator'],
    ['operator-owners', '/operator/owners'],
    ['operator-owner', `/operator${owner}`],
    ['operator-tasks', '/operator/tasks'],
    ['operator-task', `/operator/tasks/${failedId}`],
    ['operator-refunds', '/operator/refunds'],
    ['operator-operators', '/operator/operators'],
    ['operator-audit', '/operator/audit'],
    ['not-found', '/nothing-here'],
    ['team-missing', '/owners/own_gone/keys'],
    ['overview-new', `/owners/${acme.owner.id}`],
    ['operator-owner-suspended', `/operator/owners/${acme.owner.id}`],
    ['operator-notifications', '/operator/notifications'],
  ];
}

/** Waits until a page shows what it asked for. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.evaluate(IS_SETTLED), PATIENCE).toBe(true);
}

/** Inspects a page in each color scheme; after the first, only with the rules about colors. */
async function inspect(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width;
  const { colorSchemes, hasScreenshots } = shown;
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    const variant = `${name}-${colorScheme}-${width}`;
    await expect.poll(() => page.evaluate(IS_SETTLED), PATIENCE).toBe(true);
    const path = new URL(`${variant}.png`, SCREENSHOTS).pathname;
    if (hasScreenshots) await page.screenshot({ path, fullPage: true });
    const found = await violations(page, colorScheme === colorSchemes[0] ? undefined : COLOR_RULES);
    expect.soft(found, variant).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect.soft(overflow, name).toBeLessThanOrEqual(0);
}

async function inspectPages(width: number): Promise<void> {
  const { page, complaints } = await harness.visit({
    viewport: { width, height: 900 },
    storageState: signedIn,
  });
  await page.addInitScript(RECORD_SHIFTS);
  const chosen = pages.filter(([name]) => shown.pages?.includes(name) ?? true);
  expect(chosen.length).toBe(shown.pages?.length ?? pages.length);
  for (const [name, path] of chosen) {
    await page.goto(`${harness.origin}/console${path}`);
    await settle(page);
    expect.soft(await page.evaluate(LAYOUT_SHIFT), `layout shift of ${name}`).toBeLessThanOrEqual(MOST_SHIFT);
    await inspect(page, name);
  }
  // The test requests a missing page on purpose.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  await page.context().close();
}

async function inspectDialogs(width: number): Promise<void> {
  const { page } = await harness.visit({ viewport: { width, height: 900 }, storageState: signedIn });
  await page.goto(`${harness.origin}/console/owners/${harness.service.ownerId}/keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('by hand');
  await inspect(page, 'create-key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Keep this key now' }).waitFor();
  await inspect(page, 'created-key');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Close without copying the key?' }).waitFor();
  await inspect(page, 'close-without-copying');
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await inspect(page, 'commands');
  await page.keyboard.press('Escape');
  if (width === 375) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await inspect(page, 'menu');
  }
  await page.context().close();
}

async function inspectEntries(width: number): Promise<void> {
  const { page, complaints } = await harness.visit({ viewport: { width, height: 900 } });
  for (const [name, path] of ENTRIES) {
    await page.goto('about:blank');
    await page.goto(`${harness.origin}/console/${path}`);
    await settle(page);
    await inspect(page, name);
  }
  expect(complaints.filter((complaint) => complaint.startsWith('asks'))).toEqual([]);
  await page.context().close();
}

/** Registers the tests of every page, dialog and page before sign-in in the looks. */
export function testAccessibility(looks: Looks): void {
  beforeAll(async () => {
    shown = looks;
    await startWithData();
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());
  const schemes = looks.colorSchemes.join(' and ');
  const which = looks.pages === undefined ? 'every page' : 'a page of each kind';
  test.each(looks.widths)(`${which} is accessible in ${schemes} at %i pixels`, inspectPages);
  test.each(looks.widths)(`every dialog is accessible in ${schemes} at %i pixels`, inspectDialogs);
  test.each(looks.widths)(
    `every page before sign-in is accessible in ${schemes} at %i pixels`,
    inspectEntries,
  );
}
