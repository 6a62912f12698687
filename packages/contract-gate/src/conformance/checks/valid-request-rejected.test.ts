import { expect, test } from 'vitest';
import type { TestedValue } from '../requests/case.ts';
import { validRequestRejected } from './valid-request-rejected.ts';

function findCause(answer: string, value?: TestedValue) {
  const response = { status: 400, headers: [], body: Buffer.from(answer) };
  const observed = {
    expectation: 'valid',
    pointer: '#/a',
    label: 'a',
    response,
    ...(value ? { tested: value } : {}),
  } as const;
  return validRequestRejected.run(observed)[0]?.cause;
}

test('rejections of one location with one response have one cause, whichever value the response repeats', () => {
  const first = findCause("No such policy: 'a b'.", { location: '`policy`', value: 'a b' });
  expect(findCause("No such policy: 'c'.", { location: '`policy`', value: 'c' })).toBe(first);
  expect(findCause("No such policy: '7'.", { location: '`policy`', value: 7 })).toBe(first);
  expect(findCause("No such policy: 'a b'.", { location: '`other`', value: 'a b' })).not.toBe(first);
  expect(findCause('It is empty.', { location: '`policy`', value: '' })).not.toBe(first);
});

test('a rejected request without a tested value has the cause of its part of the document', () => {
  expect(findCause('No.')).toBeUndefined();
});

test('a response to an object has the cause of its keyword, since it may name any part of the object', () => {
  expect(findCause('No policy a.', { location: 'the body', value: { policy: 'a' } })).toBe('#/a');
});
