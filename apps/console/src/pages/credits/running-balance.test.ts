import type { LedgerEntry, Mode } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { addBalances } from './running-balance.ts';

let id = 100;
const entry = (kind: LedgerEntry['kind'], amount: number, mode: Mode = 'live'): LedgerEntry => {
  id -= 1;
  return { id, kind, amount, mode, task_id: null, created_at: '2026-11-20T11:00:03.412Z' };
};
const balances = (live: number, test: number) => ({
  live: { available: live, reserved: 0 },
  test: { available: test, reserved: 0 },
});

test.each([
  ['a grant', [entry('grant', 100)], [[100, 100]]],
  [
    'a task that is completed',
    [entry('charge', 40), entry('reserve', 40), entry('grant', 140)],
    [
      [0, 100],
      [-40, 100],
      [140, 140],
    ],
  ],
  [
    'a task that failed',
    [entry('refund', 40), entry('reserve', 40), entry('grant', 100)],
    [
      [40, 100],
      [-40, 60],
      [100, 100],
    ],
  ],
] as const)('the entries of %s have their change and the balance after it', (_, data, shown) => {
  const entries = addBalances([{ data: [...data], balances: balances(100, 0) }], true);
  expect(entries.map(({ change, balance }) => [change, balance])).toEqual(shown);
});

test('modes have balances of their own, and pages continue each other', () => {
  const pages = [
    { data: [entry('reserve', 5, 'test'), entry('grant', 10)], balances: balances(10, 20) },
    // Later pages were read later; their balances do not count.
    { data: [entry('grant', 25, 'test')], balances: balances(999, 999) },
  ];
  expect(addBalances(pages, true).map(({ balance }) => balance)).toEqual([20, 10, 25]);
});

test('a list that omits entries has changes without balances', () => {
  const pages = [{ data: [entry('refund', 5)], balances: balances(10, 20) }];
  expect(addBalances(pages, false)).toMatchObject([{ change: 5, balance: undefined }]);
  expect(addBalances([], true)).toEqual([]);
});
