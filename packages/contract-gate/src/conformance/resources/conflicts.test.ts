import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { Draft } from '../requests/draft.ts';
import type { Exchange } from '../session/session.ts';
import { Conflicts } from './conflicts.ts';

test.each([
  [409, true, true],
  [422, true, false],
  [500, true, false],
  [404, false, false],
  [201, false, false],
])('the status %i after a success is a conflict: %s; before: %s', (status, isRepeated, isNew) => {
  const conflicts = new Conflicts();
  const draft = { operation: {} as Operation, parameters: new Map() } as Draft;
  const exchange = { response: { status } } as Exchange;
  expect(conflicts.isConflict(draft, exchange)).toBe(isNew);
  conflicts.noteSuccess(draft);
  expect(conflicts.isConflict(draft, exchange)).toBe(isRepeated);
});
