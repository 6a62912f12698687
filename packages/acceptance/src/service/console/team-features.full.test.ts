// Features of a team that people use less often than keys and tasks: rolls, the ledger, searches, and its suspension.
import { readFile } from 'node:fs/promises';
import { createClient } from '@keyframe/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleHarness, setUp, startConsole } from './console-harness.ts';

let harness: ConsoleHarness;
let page: Page;
let owner: string;

beforeAll(async () => {
  harness = await startConsole();
  page = (await harness.visit({ permissions: ['clipboard-read', 'clipboard-write'] })).page;
  await setUp(page, harness.link);
  owner = `/owners/${harness.service.ownerId}`;
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const open = (path: string) => page.goto(`${harness.origin}/console${path}`);
const credits = async (key: string) =>
  (await fetch(`${harness.service.url}/v1/credits`, { headers: { authorization: `Bearer ${key}` } })).status;

async function submit(prompt: string, path?: string): Promise<string> {
  const client = createClient({ apiKey: harness.service.testKey, baseUrl: harness.service.url });
  const input = { prompt, duration: 4 } as const;
  const callback = path === undefined ? {} : { callback_url: harness.receiver.url + path };
  return (await client.videos.create({ model: 'video-2-0', input, ...callback })).taskId;
}

test('the first steps of a new team lead to a key, and count what is done', async () => {
  const created = await page.request.post(`${harness.origin}/console/api/operator/owners`, {
    data: { name: 'New team' },
    headers: { origin: harness.origin },
  });
  await open(`/owners/${(await created.json()).owner.id}`);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 4 done').waitFor();
  await steps.getByRole('link', { name: 'Create an API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('first');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await steps.getByText('1 of 4 done').waitFor();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Latest tasks' }).waitFor();
  expect(await steps.count()).toBe(0);
});

test('a key is rolled and renamed, and the old one works for its grace time', async () => {
  await open(`${owner}/keys?open=create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('render farm');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const old = (await dialog.locator('pre').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Roll render farm' }).click();
  await dialog.getByLabel('Grace time of the old key').selectOption('1');
  await dialog.getByRole('button', { name: 'Roll key' }).click();
  await page.getByRole('dialog', { name: 'Keep this key now' }).waitFor();
  const rolled = (await dialog.locator('pre').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect([await credits(old), await credits(rolled)]).toEqual([200, 200]);
  await page.getByText(/^in (1 hour|59 minutes)$/).waitFor();
  await page.getByRole('button', { name: 'Rename render farm' }).first().click();
  await dialog.getByLabel('Name').fill('preview farm');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('cell', { name: /^preview farm/ }).waitFor();
});

test('tasks are found by a part of their prompt', async () => {
  const found = await submit('a Paper Boat #sandbox:delay=3600s');
  const other = await submit('a glacier #sandbox:delay=3600s');
  await open(`${owner}/tasks`);
  const row = (taskId: string) => page.getByRole('row').filter({ hasText: taskId });
  await row(other).waitFor();
  await page.getByLabel('Prompt').fill('paper boat');
  await row(other).waitFor({ state: 'detached' });
  await row(found).waitFor();
  expect(new URL(page.url()).searchParams.get('prompt')).toBe('paper boat');
});

test('the ledger shows signs and balances, and exports them', async () => {
  await open(`${owner}/credits`);
  const ledger = page.getByRole('region', { name: 'Ledger' });
  await ledger.getByRole('cell', { name: '−40' }).first().waitFor();
  await ledger.getByRole('cell', { name: '+100,000' }).first().waitFor();
  const downloading = page.waitForEvent('download');
  await ledger.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  const [head, ...lines] = csv.trim().split('\r\n');
  expect(head).toBe('entry,booked_at,mode,kind,credits,change,available_after,task_id');
  const cells = lines.map((line) => line.split(','));
  expect(cells.map(([, , mode, kind, , change, after]) => [mode, kind, change, after])).toEqual([
    ['test', 'reserve', '-40', '99920'],
    ['test', 'reserve', '-40', '99960'],
    ['test', 'grant', '100000', '100000'],
    ['live', 'grant', '100000', '100000'],
  ]);
});

test('a chart shows the values of the bar that is pointed at', async () => {
  await open(owner);
  const chart = page.getByRole('region', { name: 'Tasks', exact: true }).locator('svg');
  await chart.waitFor();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart has no box.');
  await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
  await page
    .getByText(/^[A-Z][a-z]{2} \d+, \d+:\d{2} [AP]M$/)
    .last()
    .waitFor();
  await page.getByText('In progress').nth(1).waitFor();
  await page
    .getByText(/^Time zone: /)
    .first()
    .waitFor();
});

test('a callback is retried before its next attempt is due', async () => {
  harness.receiver.answer('/later', [500, 200]);
  await submit('a kite #sandbox:fail=content_rejected', '/later');
  await harness.receiver.waitForDeliveries('/later', 1);
  await open(`${owner}/callbacks`);
  await page.getByRole('link', { name: /later$/ }).click();
  await page.getByText('#1').waitFor();
  await page.getByRole('button', { name: 'Retry now' }).waitFor();
});

test('an operator suspends a team, whose keys are forbidden until it is resumed', async () => {
  await open(`/operator${owner}`);
  await page.getByRole('heading', { name: 'Limits' }).waitFor();
  for (const name of ['Members', 'API keys', 'Usage, last 30 days']) {
    await page.getByRole('region', { name }).waitFor();
  }
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('Reason').fill('unpaid invoice');
  await page.getByRole('button', { name: 'Suspend team' }).click();
  await page.getByText('This team was suspended').waitFor();
  expect(await credits(harness.service.testKey)).toBe(403);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('This team was suspended').waitFor({ state: 'detached' });
  expect(await credits(harness.service.testKey)).toBe(200);
  await open('/operator/audit');
  await page.getByRole('cell', { name: 'team.suspend' }).waitFor();
  await page.getByText('note: unpaid invoice').waitFor();
});
