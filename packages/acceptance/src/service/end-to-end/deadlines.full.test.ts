import { eventually } from '@keyframe/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Account, createAccount } from '../../support/account.ts';
import { type Harness, startHarness } from './harness.ts';

const POLL = { pollInterval: 100, waitTimeout: 200_000 };

let harness: Harness;
let account: Account;

beforeAll(async () => {
  // Long enough for a busy machine to fetch a result before it expires.
  harness = await startHarness('direct', { RESULT_TTL: '20s' });
  account = await createAccount(harness.service.operator);
});
afterAll(() => harness?.[Symbol.asyncDispose]());
afterEach(() => expect(harness.takeProblems()).toEqual([]));

test('a task that is not done in time has timed out, is refunded and says so', {
  meta: { requirements: ['PUR-3', 'STA-6', 'OPEN-7', 'OPEN-11'] },
}, async () => {
  // A service of its own: no other task would be done in that time on a busy machine.
  await using hasty = await startHarness('direct', { TASK_TIMEOUT: '4s' });
  const { operator } = hasty.service;
  const { ownerId, key } = await createAccount(operator);
  const client = hasty.client(key);
  const before = await operator.balances(ownerId);
  const { taskId, credits } = await client.videos.create({
    model: 'video-2-0',
    input: { prompt: 'a calm sea #sandbox:delay=600s' },
    callback_url: `${hasty.receiver.url}/timed-out`,
  });
  const task = await client.tasks.wait(taskId, POLL);
  expect(task).toMatchObject({ status: 'failed', failed_reason: 'timed_out', billing_status: 'refunded' });
  const [delivery] = await hasty.receiver.waitForDeliveries('/timed-out', 1);
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    id: taskId,
    status: 'failed',
    data: { failed_reason: 'timed_out', credits_refunded: credits },
  });
  expect(await operator.balances(ownerId)).toEqual(before);
  expect(hasty.takeProblems()).toEqual([]);
});

test('results are empty after video_expires_at, and their links are gone', {
  meta: { requirements: ['RES-34', 'LIM-4', 'OPEN-5'] },
}, async () => {
  const client = harness.client(account.key);
  const { taskId } = await client.videos.create({
    model: 'video-2-0',
    input: { prompt: 'a calm sea', duration: 4, return_last_frame: true },
  });
  const task = await client.tasks.wait(taskId, POLL);
  const { results = [], last_frame_url, video_expires_at } = task.data ?? {};
  const links = [...results, last_frame_url].map((link) => link ?? '');
  expect(links).toHaveLength(2);
  for (const link of links) expect((await fetch(link)).status).toBe(200);

  const expired = await eventually('the results to be emptied', async () => {
    const now = await client.tasks.get(taskId);
    return now.data?.results.length === 0 ? now : undefined;
  });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(video_expires_at ?? ''));
  expect(expired).toEqual({ ...task, data: { ...task.data, results: [], last_frame_url: null } });
  for (const link of links) {
    await eventually(`${link} to be gone`, async () => (await fetch(link)).status === 410);
  }
});
