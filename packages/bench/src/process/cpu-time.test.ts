import { expect, test } from 'vitest';
import { parseProcessTimes } from './cpu-time.ts';

test('reads the parent and the times of a process whose name contains parentheses and spaces', () => {
  const stat = '4242 (a) b (c) S 17 4242 4242 0 -1 4194304 900 0 0 0 150 50 300 25 20 0 1 0 100 0 0';
  expect(parseProcessTimes(stat)).toEqual({ parent: 17, own: 2, ended: 3.25 });
});
