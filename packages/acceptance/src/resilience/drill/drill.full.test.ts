import { expect, test } from 'vitest';
import { runDrill } from './run-drill.ts';

test('a database that is restored to a second has every task accepted before it, none from after it, and an exact ledger', async () => {
  const { figures, findings } = await runDrill({ seed: 1, seconds: 3, signal: new AbortController().signal });
  expect(findings).toEqual([]);
  expect(figures['tasks accepted before the second']).toBeGreaterThan(5);
  expect(figures['operations to repeat']).toBeGreaterThan(5);
});
