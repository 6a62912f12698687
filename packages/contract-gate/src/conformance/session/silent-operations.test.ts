import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { SilentOperations } from './silent-operations.ts';

const operation = { path: '/watch' } as Operation;
const other = { path: '/things' } as Operation;

test.each<[events: ('reset' | 'timeout' | 200 | 400)[], isSilent: boolean]>([
  [[], false],
  [['timeout', 'timeout'], false],
  [['timeout', 'timeout', 'timeout'], true],
  [['timeout', 'timeout', 'reset', 'reset'], false],
  [['timeout', 'timeout', 'timeout', 200], false],
  [[200, 'timeout', 'timeout', 'timeout'], false],
  [[400, 'timeout', 'timeout', 'timeout'], true],
])('after %j, the operation never responds: %s', (events, isSilent) => {
  const silent = new SilentOperations();
  for (const event of events) {
    if (typeof event === 'number') silent.noteResponse(operation, { status: event });
    else silent.noteFailure(operation, { kind: event });
  }
  expect(silent.has(operation)).toBe(isSilent);
  expect(silent.has(other)).toBe(false);
});
