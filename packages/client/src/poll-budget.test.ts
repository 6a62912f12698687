import { createHandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { listPauses, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED } from '../tests/support/records.ts';
import { createClient } from './index.ts';
import { createPollBudget } from './poll-budget.ts';

const { signal } = new AbortController();

function answer(status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status, headers });
}

/** Waits for turns one after the other, and returns the time of each. */
async function turns(
  count: number,
  prepare: (budget: ReturnType<typeof createPollBudget>) => void = () => {},
) {
  const clock = createHandClock();
  const budget = createPollBudget(clock);
  prepare(budget);
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await budget.pause(0, signal);
    times.push(clock.now());
  }
  return times;
}

test('OPEN-13 spaces turns by the documented limit of 600 a minute until a response contains another', async () => {
  expect(await turns(4)).toEqual([0, 100, 200, 300]);
});

test('spaces turns by the limit in the response', async () => {
  const policy = { 'ratelimit-policy': '"status";q=60;w=60, "poll";q=6;w=60' };
  expect(await turns(3, (budget) => budget.note(answer(200, policy)))).toEqual([0, 1000, 2000]);
});

test('delays all pollers until an exhausted limit is reset, even if other processes used it', async () => {
  const used = { ratelimit: '"status";r=0;t=30, "poll";r=5;t=10' };
  expect(await turns(2, (budget) => budget.note(answer(200, used)))).toEqual([30_000, 30_100]);
});

test('does not delay other pollers by the limit of one task', async () => {
  const used = { ratelimit: '"status";r=500;t=30, "poll";r=0;t=10', 'retry-after': '10' };
  expect(await turns(2, (budget) => budget.note(answer(429, used)))).toEqual([0, 100]);
});

test('delays all pollers by the limit of a gateway', async () => {
  expect(await turns(2, (budget) => budget.note(answer(429, { 'retry-after': '7' })))).toEqual([7000, 7100]);
});

test('reschedules turns that were assigned before the limit was exhausted', async () => {
  const clock = createHandClock();
  const budget = createPollBudget({
    ...clock,
    async sleep(ms, abort) {
      await clock.sleep(ms, abort);
      if (clock.slept.length === 1) budget.note(answer(200, { ratelimit: '"status";r=0;t=30' }));
    },
  });
  await budget.pause(0, signal);
  await budget.pause(0, signal);
  expect(clock.now()).toBe(30_100);
});

test('LIM-2 pollers of many tasks share the budget of their client', async () => {
  await using server = await startApiServer({ status: 200, body: COMPLETED });
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock });
  const ids = Array.from({ length: 30 }, (_, index) => `task_${index}`);
  await Promise.all(ids.map((id) => client.tasks.wait(id)));
  expect(server.requests).toHaveLength(30);
  // A query of the stream and a poll for each task: each but the first waits for its turn, 100 ms after the previous one.
  expect(clock.slept).toHaveLength(59);
});

test('delays all pollers by the response to one of them', async () => {
  const headers = { ratelimit: '"status";r=0;t=30' };
  await using server = await startApiServer({ status: 200, body: COMPLETED, headers });
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock });
  await client.tasks.wait('task_1');
  await client.tasks.wait('task_2');
  expect(listPauses(clock)).toEqual([30_000]);
});
