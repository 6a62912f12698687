// Pages with names of any length, with news, and with what the operator or a filter chose.
import { createClient } from '@keyframe/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LONG_NAME, useSignedInConsole } from './signed-in-console.ts';

const { harness, owner, longOwner, open } = useSignedInConsole();

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.each([375, 1_440])(
  'names of 100 characters and a balance of 12 digits fit at %i pixels',
  async (width) => {
    for (const [path, heading] of [
      [`/operator/owners/${longOwner()}`, LONG_NAME],
      [`/owners/${longOwner()}/team`, 'Team'],
      [`${owner()}/credits`, 'Credits'],
      ['/account', 'Account'],
    ] as const) {
      const page = await open(path, undefined, width);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      if (heading === 'Credits') await page.getByText('999,999,100,000').first().waitFor();
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  },
);

test('a long name of the user leaves room for signing out', async () => {
  const page = await open('/account');
  const button = page.getByLabel('Sign out', { exact: true });
  await button.waitFor();
  const menu = await page.getByRole('complementary').boundingBox();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((menu?.x ?? 0) + (menu?.width ?? 0));
  await page.context().close();
});

test('ages and the list of deliveries stay current without a reload', async () => {
  const page = await open(`${owner()}/callbacks`, (opened) => opened.clock.install());
  const { service, receiver } = harness();
  await page.getByText('No deliveries').waitFor();
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  const input = { prompt: 'a kite #sandbox:fail=content_rejected', duration: 4 } as const;
  await client.videos.create({ model: 'video-2-0', input, callback_url: `${receiver.url}/current` });
  await receiver.waitForDeliveries('/current', 1);
  await page.clock.runFor(6000);
  const row = page.getByRole('row').filter({ hasText: '/current' });
  await row.waitFor();
  const time = row.locator('time').first();
  const at = Date.parse((await time.getAttribute('datetime')) ?? '');
  await page.clock.setSystemTime(at + 5 * 60_000);
  await page.clock.runFor(1000);
  await expect.poll(() => time.textContent(), { timeout: 50_000 }).toBe('5 minutes ago');
  await page.context().close();
});

test('the menu stays with the owner that was looked at, on pages of no owner and at the next visit', async () => {
  const visited = await open(`${owner()}/team`);
  const shown = () => visited.getByLabel('Current team').inputValue();
  await visited.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await visited.getByRole('link', { name: 'Account' }).click();
  await visited.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(await shown()).toBe(harness().service.ownerId);
  await visited.getByLabel('Current team').selectOption(longOwner());
  await visited.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await visited.goto(`${harness().origin}/console/`);
  await visited.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await shown()).toBe(longOwner());
  await visited.context().close();
});

test('tasks are narrowed to those of one key, in the address, too', async () => {
  const { service } = harness();
  const input = { prompt: 'a comet #sandbox:delay=3600s', duration: 4 } as const;
  const other = await service.operator.createKey(service.ownerId, 'test');
  const submit = async (apiKey: string) =>
    (await createClient({ apiKey, baseUrl: service.url }).videos.create({ model: 'video-2-0', input }))
      .taskId;
  const [ofFirst, ofOther] = [await submit(service.testKey), await submit(other.key)];
  const page = await open(`${owner()}/tasks`);
  const row = (taskId: string) => page.getByRole('row').filter({ hasText: taskId });
  await row(ofFirst).waitFor();
  await page.getByLabel('API key').selectOption(other.id);
  await row(ofFirst).waitFor({ state: 'detached' });
  await row(ofOther).waitFor();
  expect(new URL(page.url()).searchParams.get('key_id')).toBe(other.id);
  await page.reload();
  await row(ofOther).waitFor();
  expect(await row(ofFirst).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(ofFirst).waitFor();
  await page.context().close();
});

test('operators see whose task it is, and get to the owner from there', async () => {
  const { service, origin } = harness();
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  const input = { prompt: 'a lantern #sandbox:delay=3600s', duration: 4 } as const;
  const { taskId } = await client.videos.create({ model: 'video-2-0', input });
  const page = await open('/operator/tasks');
  const row = page.getByRole('row').filter({ hasText: taskId });
  await row.getByRole('link', { name: service.ownerId }).click();
  await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor();
  expect(page.url()).toBe(`${origin}/console/operator/owners/${service.ownerId}`);
  await page.context().close();
});
