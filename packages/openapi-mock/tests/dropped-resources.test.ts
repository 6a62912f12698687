// Resources that their world drops: no timer and no callback of them runs any more.
import { expect, test } from 'vitest';
import type { Mock } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

const HOOK = 'http://127.0.0.1:9/hook';
const IN_A = { 'mock-world': 'a' };

/** A mock whose timers do not fire, and that lists its timers and the ids of the jobs that it sends callbacks for. */
function createStillMock() {
  const timers = new Set<() => void>();
  const sent: string[] = [];
  let now = 1_795_172_400_000;
  const clock = {
    now: () => now,
    after: (_: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  const mock = createJobsMock({
    clock,
    maxWorlds: 2,
    fetch: async (_, init) => {
      sent.push(JSON.parse(String(init?.body)).id);
      return new Response();
    },
  });
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { mock, timers, sent, wait };
}

async function submit(mock: Mock, prefer: string): Promise<string> {
  const headers = { ...IN_A, prefer };
  const { body } = await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers });
  return String(body.jobId);
}

function createJob(id: string) {
  return {
    id,
    value: { id, title: 'x', size: 3, status: 'done', created_at: 1, result: 'https://a.example' },
  };
}

type Drop = [name: string, drop: (mock: Mock, id: string) => unknown, isListed: boolean];
const DROPS: Drop[] = [
  ['is deleted', (mock, id) => ask(mock, `DELETE /jobs/${id}`, { headers: IN_A }), true],
  ['is replaced', (mock, id) => mock.seed({ resources: { '/jobs/{id}': [createJob(id)] } }, 'a'), true],
  [
    'is the oldest beyond the limit of its world',
    (mock) => {
      const jobs = Array.from({ length: 10_000 }, (_, index) => createJob(`other-${index}`));
      mock.seed({ resources: { '/jobs/{id}': jobs } }, 'a');
    },
    true,
  ],
  ['is in a world that is reset', (mock) => mock.reset('a'), false],
  [
    'is in the world that was used least recently',
    async (mock) => {
      for (const world of ['b', 'c']) await ask(mock, 'GET /jobs', { headers: { 'mock-world': world } });
    },
    false,
  ],
];

test.each(DROPS)('a resource that %s enters no state after that', async (name, drop) => {
  const { mock, timers, sent, wait } = createStillMock();
  const id = await submit(mock, 'pace=real');
  expect(timers.size).toBe(1);
  wait(6_000);
  await drop(mock, id);
  expect(timers.size).toBe(0);
  await mock.advance(0);
  // A request that deletes a resource first enters the states that are due, like every request.
  const expected = name === 'is deleted' ? [id] : [];
  expect(sent).toEqual(expected);
  expect(mock.listDeliveries('a').map(({ resource }) => resource)).toEqual(expected);
});

test.each(DROPS)('a late callback of a resource that %s is not sent', async (_, drop, isListed) => {
  const { mock, timers, sent } = createStillMock();
  const id = await submit(mock, 'pace=manual, callback=late');
  await mock.advance(2);
  expect(timers.size).toBe(1);
  await drop(mock, id);
  expect(timers.size).toBe(0);
  await mock.advance(0);
  expect(sent).toEqual([]);
  const listed = mock.listDeliveries('a').map(({ result }) => result);
  expect(listed).toEqual(isListed ? ['not sent: the resource was removed'] : []);
});
