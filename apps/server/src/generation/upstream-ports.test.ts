import { expect, test } from 'vitest';
import { EgressError } from '../egress/index.ts';
import { classifyDownload } from './upstream-ports.ts';

test.each([
  [new EgressError('exhausted', 'no memory'), 'machine'],
  [new Error('ENOSPC'), 'machine'],
  [new EgressError('too_large', 'no video'), 'upstream'],
  [new EgressError('timeout', 'no video'), 'transient'],
  [new EgressError('connect', 'no video'), 'transient'],
])('%s is of %s', (error, meaning) => {
  expect(classifyDownload(error)).toBe(meaning);
});
