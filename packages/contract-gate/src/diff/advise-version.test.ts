import { expect, test } from 'vitest';
import { adviseVersion } from './advise-version.ts';
import type { ChangeLevel } from './change.ts';

test.each<
  [before: string, after: string, levels: ChangeLevel[], advised: string | undefined, isFollowed: boolean]
>([
  ['1.2.3', '1.2.3', [], '1.2.3', true],
  ['1.2.3', '1.2.4', ['info'], '1.3.0', false],
  ['1.2.3', '1.3.0', ['info', 'warning'], '1.3.0', true],
  ['1.2.3', '1.10.0', ['error', 'info'], '2.0.0', false],
  ['1.2.3', '2.0.0', ['error'], '2.0.0', true],
  ['v1', 'v3.1', ['error'], '2.0.0', true],
  ['0.4.1', '0.4.2', ['error'], '0.5.0', false],
  ['0.4.1', '0.4.2', ['info'], '0.4.2', true],
  ['2024-11-01', '2024-12-01', ['error'], undefined, true],
])('from %s to %s with %j, %s is advised: %s', (...row) => {
  const [before, after, levels, advised, isFollowed] = row;
  expect(adviseVersion(before, after, levels)).toEqual({ before, after, advised, isFollowed });
});
