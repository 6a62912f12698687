// The console by keyboard alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, type ConsoleHarness, setUp, startConsole } from './console-harness.ts';

const MOST_STOPS = 60;
/** For machines that are busy. */
const PATIENCE = { timeout: 90_000 };
const FOCUSED = `(() => {
  const element = document.activeElement;
  return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
})()`;
const HAS_OUTLINE = "getComputedStyle(document.activeElement).outlineStyle !== 'none'";
const IS_OUTSIDE = 'document.activeElement === document.body';
const IN_PALETTE = "document.activeElement.closest('dialog')?.matches(':has(input)') ?? false";
const IN_DIALOG = `document.activeElement.closest('dialog') !== null || ${IS_OUTSIDE}`;

let harness: ConsoleHarness;
let page: Page;

beforeAll(async () => {
  harness = await startConsole();
  const first = await harness.visit();
  await setUp(first.page, harness.link);
  const permissions = ['clipboard-read', 'clipboard-write'];
  page = (await harness.visit({ reducedMotion: 'reduce', permissions })).page;
});
afterAll(() => harness?.[Symbol.asyncDispose]());

/** Goes on by Tab until the focus is at what has this name; each stop on the way shows where it is. */
async function tabTo(name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(FOCUSED);
    // Between the last stop and the first one, the focus is the browser's own.
    if (await page.evaluate(IS_OUTSIDE)) continue;
    expect(await page.evaluate(HAS_OUTLINE), `focus is visible at ${focused}`).toBe(true);
    if (focused === name) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}

/** Waits until the focus is at what has this name: it moves after the dialog or the page is visible. */
async function expectFocus(name: string): Promise<void> {
  await expect.poll(() => page.evaluate(FOCUSED), PATIENCE).toBe(name);
}

/** Waits until a new page has the focus, so that it is read from its beginning. */
async function expectMainFocus(): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement.id'), PATIENCE).toBe('main');
}

/** Opens the palette and types; the option with this name is selected at the end. */
async function searchCommand(text: string, option: RegExp): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await expect.poll(() => page.evaluate(IN_PALETTE), PATIENCE).toBe(true);
  await page.keyboard.type(text);
  await palette.getByRole('option', { name: option, selected: true }).waitFor();
}

test('signs in', async () => {
  await page.goto(`${harness.origin}/console/keys-of-nobody`);
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
  // The first field has the focus.
  await expectFocus('E-mail address');
  await page.keyboard.type(ADA.email);
  await tabTo('Password');
  await page.keyboard.type(ADA.password);
  await page.keyboard.press('Enter');
  // The sign-in returns to the address that was requested.
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('skips the menu, and walks to the keys', async () => {
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.keyboard.press('Tab');
  await expectFocus('Skip to content');
  await page.keyboard.press('Enter');
  await expectMainFocus();
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await tabTo('API keys');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await expectMainFocus();
});

test('creates a key in a dialog that keeps the focus, and does not lose the key by Enter or Escape', async () => {
  await tabTo('Create key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
  await expectFocus('Name');
  await page.keyboard.type('by keyboard');
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(IN_DIALOG)).toBe(true);
  }
  await tabTo('Name');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Keep this key now' });
  await shown.waitFor();
  await expectFocus('Copy the key');
  const key = await shown.locator('pre').first().textContent();
  const confirmation = page.getByRole('dialog', { name: 'Close without copying the key?' });
  await page.keyboard.press('Escape');
  await confirmation.waitFor();
  await expectFocus('Go back');
  await page.keyboard.press('Enter');
  await confirmation.waitFor({ state: 'detached' });
  await expectFocus('Copy the key');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^by keyboard/ }).waitFor();
  await expectFocus('Create key');
});

test('revokes it after a confirmation', async () => {
  await tabTo('Revoke by keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Revoke this key?' }).waitFor();
  await tabTo('Revoke key');
  await page.keyboard.press('Enter');
  await page.getByText('Revoked').waitFor();
});

test('goes anywhere by Ctrl-K', async () => {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await searchCommand('credits', /^Credits/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Credits' }).waitFor();
  await palette.waitFor({ state: 'detached' });
  await searchCommand('create key', /^Create an API key/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.waitFor();
  await expectFocus('Name');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await searchCommand('task_01jd3zq8m6v5t2x9c4b7n1k0ph', /^Open task_/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Task' }).waitFor();
  await palette.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

test('visits every page of the menu, each of which takes the focus', async () => {
  const menu = page.getByRole('navigation', { name: 'Pages' });
  for (const name of await menu.getByRole('link').allTextContents()) {
    // From the start of the page, where the menu is.
    await page.evaluate('document.activeElement.blur()');
    await page.evaluate("document.querySelector('a').focus()");
    await tabTo(name);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').locator('a[aria-current=page]', { hasText: name }).waitFor();
    await expectMainFocus();
  }
});

test('a dialog that opens while its page loads is visible and has the focus', async () => {
  const isKeys = ({ pathname }: URL) => /\/api\/.*\/keys$/.test(pathname);
  const loading = Promise.withResolvers<void>();
  await page.route(isKeys, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto(`${harness.origin}/console/owners/${harness.service.ownerId}/keys?open=create`);
  await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
  await expectFocus('Name');
  loading.resolve();
  await page.locator('table').waitFor();
  await expectFocus('Name');
  await page.unroute(isKeys);
});

test('errors of a form are at their fields, which take the focus', async () => {
  await page.goto(`${harness.origin}/console/owners/${harness.service.ownerId}/keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.waitFor();
  await expectFocus('Name');
  await page.keyboard.press('Enter');
  await dialog.getByText('Fill in this field.').waitFor();
  await expectFocus('Name');
  await page.keyboard.type('late');
  expect(await dialog.getByText('Fill in this field.').count()).toBe(0);
  await dialog.getByLabel('Expires on').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText(/^Must be in the future\.$/).waitFor();
  await expectFocus('Expires on');
  await page.keyboard.press('Escape');
});
