import { expect, test } from 'vitest';
import { readDirectives } from './directives.ts';

test.each([
  ['a cat', { failedReason: undefined, refundFails: false, delayMs: 0 }],
  ['#sandbox:fail=content_rejected', { failedReason: 'content_rejected', refundFails: false, delayMs: 0 }],
  ['a cat #sandbox:timeout', { failedReason: 'timed_out', refundFails: false, delayMs: 0 }],
  ['#sandbox:refund_failed', { failedReason: 'provider_failed', refundFails: true, delayMs: 0 }],
  ['#sandbox:delay=2.5s x', { failedReason: undefined, refundFails: false, delayMs: 2_500 }],
])('the prompt %j of a test key forces %j', (prompt, expected) => {
  expect(readDirectives(prompt, true)).toEqual(expected);
});

test('directives of live keys have no effect', () => {
  expect(readDirectives('#sandbox:timeout', false).failedReason).toBeUndefined();
});
