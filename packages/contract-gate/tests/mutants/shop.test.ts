import { expect, test } from 'vitest';
import { judgeShop } from './judge-shop.ts';

test('a server that conforms has no findings', { timeout: 60_000 }, async () => {
  const { findings, statistics } = await judgeShop(1);
  expect(findings).toEqual([]);
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeGreaterThan(1_000);
});
