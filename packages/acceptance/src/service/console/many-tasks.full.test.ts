// A list of 10,000 tasks: what is in the page does not grow with what is in the list.
import { createClient } from '@keyframe/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleHarness, setUp, startConsole } from './console-harness.ts';

const TASKS = 10_000;
const AT_ONCE = 50;
/** Those in sight of 900 pixels, with those kept ready above and below. */
const MOST_ROWS = 60;
const ROWS = "document.querySelectorAll('table[aria-label=Tasks] tbody tr').length";

let harness: ConsoleHarness;

beforeAll(async () => {
  harness = await startConsole();
  const { service } = harness;
  await service.operator.grant(service.ownerId, 'test', 10_000_000);
  const client = createClient({ apiKey: service.testKey, baseUrl: service.url });
  const input = { prompt: 'a glacier #sandbox:delay=3600s', duration: 4, resolution: '480p' } as const;
  for (let submitted = 0; submitted < TASKS; submitted += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () =>
      client.videos.create({ model: 'video-2-0-mini', input }),
    );
    await Promise.all(batch);
  }
});
afterAll(() => harness?.[Symbol.asyncDispose]());

test('scrolling through 10,000 tasks keeps the rows of the page few', async () => {
  const { page } = await harness.visit({ viewport: { width: 1_440, height: 900 } });
  await setUp(page, harness.link);
  await page.goto(`${harness.origin}/console/owners/${harness.service.ownerId}/tasks`);
  await page.getByRole('table', { name: 'Tasks' }).waitFor();
  let most = 0;
  const isWhole = `document.querySelector('table[aria-label=Tasks]').ariaRowCount === '${TASKS + 1}'`;
  while (!(await page.evaluate(isWhole))) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    most = Math.max(most, Number(await page.evaluate(ROWS)));
  }
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
  await page.locator(`tr[aria-rowindex="${TASKS / 2}"]`).waitFor();
  expect(Math.max(most, Number(await page.evaluate(ROWS)))).toBeLessThanOrEqual(MOST_ROWS);
});
