import type { TaskDetail } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { isOver, isSettled } from './is-over.ts';

const callback = (status: TaskDetail['deliveries'][number]['status']) =>
  ({ status }) as TaskDetail['deliveries'][number];

test.each([
  ['queued', [], 'in progress'],
  ['generating', [], 'in progress'],
  ['completed', [], 'settled'],
  ['failed', [], 'settled'],
  ['completed', [callback('pending')], 'over'],
  ['failed', [callback('delivered')], 'settled'],
  ['completed', [callback('failed')], 'settled'],
] as const)('a task that is %s with the callbacks %j is %s', (status, callbacks, phase) => {
  const deliveries = [...callbacks];
  const after = isSettled({ status, deliveries }) ? 'settled' : 'over';
  expect(isOver({ status }) ? after : 'in progress').toBe(phase);
});
