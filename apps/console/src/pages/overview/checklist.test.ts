import { expect, test } from 'vitest';
import { listSteps, type TeamProgress } from './checklist.ts';

const balances = (live: number, reserved = 0) => ({
  live: { available: live, reserved },
  test: { available: 1000, reserved: 0 },
});
const NEW: TeamProgress = {
  keys: [],
  tasks: [],
  deliveries: [],
  owner: { callbacks_fetched_at: null },
  balances: balances(0),
};

test.each<[string, Partial<TeamProgress>, string[]]>([
  ['a new team', {}, []],
  ['a key', { keys: [{ state: 'active' }] }, ['Create an API key']],
  ['a revoked key', { keys: [{ state: 'revoked' }] }, []],
  ['a task', { tasks: [{ key: null }] }, ['Send your first request']],
  ['a callback that failed', { deliveries: [{ status: 'failed' }] }, []],
  [
    'a callback that arrived',
    { deliveries: [{ status: 'failed' }, { status: 'delivered' }] },
    ['Receive a callback'],
  ],
  [
    'a callback that a program fetched',
    { owner: { callbacks_fetched_at: '2026-11-20T11:04:09.120Z' } },
    ['Receive a callback'],
  ],
  ['live credits', { balances: balances(1) }, ['Get live credits']],
  ['live credits in use', { balances: balances(0, 5) }, ['Get live credits']],
])('with %s, the steps that are done', (_, progress, done) => {
  const steps = listSteps({ ...NEW, ...progress });
  expect(steps).toHaveLength(4);
  expect(steps.filter(({ isDone }) => isDone).map(({ title }) => title)).toEqual(done);
});
