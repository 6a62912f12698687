import { expect, test } from 'vitest';
import { providerError } from './provider-error.ts';

test.each([
  ['?error=signup_disabled', /invite/],
  ['?error=account_not_linked', /verified/],
  ['?error=toString', /^The identity provider did not/],
  ['?error=%3Cb%3E', /^The identity provider did not/],
])('the sign-in page says what %s means', (search, message) => {
  expect(providerError(search)).toMatch(message);
});

test('it says nothing without an error', () => {
  expect(providerError('?next=%2F')).toBeUndefined();
});
