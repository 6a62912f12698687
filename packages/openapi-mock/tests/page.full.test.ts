// The page at the root in Chromium: each button has the effect that it names.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMock, serveMock } from '../src/node/index.ts';
import { createJobsMock } from './jobs-mock.ts';

type Browser = Awaited<ReturnType<typeof startBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Locator = ReturnType<Page['locator']>;

let served: ServedMock;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  served = await serveMock(createJobsMock({ pace: 'manual' }));
  browser = await startBrowser();
  page = await browser.newPage();
  await page.goto(served.url);
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

// Each click ends with the page that shows its effect.
async function click(button: Locator): Promise<void> {
  const loaded = page.waitForEvent('load');
  await button.click();
  await loaded;
}

const findSection = (heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });

async function submit(hook: string | undefined, world = 'default'): Promise<Response> {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json', 'mock-world': world };
  const body = JSON.stringify({ title: 'Draw', ...(hook && { hook }) });
  return fetch(`${served.url}/jobs`, { method: 'POST', headers, body });
}

test('every fault button sets its fault, and all are cleared', async () => {
  const faults = page.locator('[data-fault]');
  const count = await faults.count();
  expect(count).toBeGreaterThan(20);
  for (let index = 0; index < count; index += 1) {
    const fault = (await faults.nth(index).getAttribute('data-fault')) ?? '';
    await click(faults.nth(index));
    const [operation, value = ''] = fault.split(/=(.*)/);
    const shown = /^\d{3}$/.test(value) ? `code=${value}` : value;
    expect(await page.locator('p').first().textContent()).toContain(`${operation}: ${shown}`);
  }
  await click(page.getByRole('button', { name: 'Clear faults' }));
  await expect(page.locator('p').first().textContent()).resolves.toContain('No faults are set.');
});

test('the filter shows the operations that have all of its words', async () => {
  const filter = page.getByLabel('Filter');
  await filter.fill('post job');
  const shown = await page.locator('section[data-operation]:visible h3').allTextContents();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.every((name) => name.startsWith('POST '))).toBe(true);
  await filter.fill('');
});

test.each([
  ['429', 429],
  ['500', 500],
  ['409', 409],
  ['lost', undefined],
])('a submission after the button %s ends with %s', async (name, status) => {
  await click(findSection('POST /jobs').getByRole('button', { name, exact: true }));
  const answered = await submit(undefined).then(
    (response) => response.status,
    () => undefined,
  );
  expect(answered).toBe(status);
  await click(page.getByRole('button', { name: 'Clear faults' }));
  expect((await submit(undefined)).status).toBe(202);
});

test('a world is created, shows its resources and callbacks, and is reset', async () => {
  const receiver = createServer((_, response) => response.writeHead(204).end());
  await using host = await listen(receiver);
  const received = once(receiver, 'request');
  await page.getByLabel('Name').fill('of a test');
  await click(page.getByRole('button', { name: 'Create world' }));
  const world = findSection('of a test');
  expect(await world.locator('pre').allTextContents()).toEqual(['none']);
  await submit(host.url, 'of a test');
  await page.reload();
  expect(await world.locator('pre').first().textContent()).toContain('"status": "waiting"');
  await click(page.getByRole('button', { name: 'Advance states' }));
  await click(page.getByRole('button', { name: 'Advance states' }));
  await received;
  const [resources, callbacks] = await world.locator('pre').allTextContents();
  expect(resources).toContain('"status": "done"');
  expect(callbacks).toBe(`jobDone to ${host.url}: 204`);
  await click(world.getByRole('button', { name: 'Reset' }));
  expect(await world.count()).toBe(0);
});
