import { ApiError } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { type CheckedControl, findFieldErrors, readRejectedField, simplifyMessage } from './field-errors.ts';

const control = (change: Partial<CheckedControl>): CheckedControl => ({
  name: 'field',
  type: 'text',
  validity: { valid: false },
  ...change,
});

test.each<[Partial<CheckedControl>, string]>([
  [{ validity: { valueMissing: true } }, 'Fill in this field.'],
  [{ type: 'email', validity: { typeMismatch: true } }, 'Enter an e-mail address, such as ada@example.com.'],
  [
    { type: 'url', validity: { typeMismatch: true } },
    'Enter a full URL, such as https://app.example.com/hooks.',
  ],
  [{ minLength: 12, validity: { tooShort: true } }, 'Enter at least 12 characters.'],
  [{ maxLength: 100, validity: { tooLong: true } }, 'Enter at most 100 characters.'],
  [{ min: '1', max: '9', validity: { rangeOverflow: true } }, 'Enter a number from 1 to 9.'],
  [{ min: '1', validity: { rangeUnderflow: true } }, 'Enter a number of at least 1.'],
  [{ max: '9', validity: { rangeOverflow: true } }, 'Enter a number of at most 9.'],
  [{ validity: { stepMismatch: true } }, 'Enter a whole number.'],
  [{ type: 'number', validity: { badInput: true, valueMissing: true } }, 'Enter a number.'],
  [{ type: 'date', validity: { badInput: true } }, 'Enter a date.'],
  [{ title: 'Begin with https://.', validity: { patternMismatch: true } }, 'Begin with https://.'],
  [{ validity: { patternMismatch: true } }, 'The format is not accepted.'],
])('%j is described as %s', (change, message) => {
  expect(findFieldErrors([control(change)])).toEqual({ field: message });
});

test('valid fields have no message, and of one name the first message counts', () => {
  const controls = [
    control({ name: 'fine', validity: { valid: true } }),
    control({ name: 'scope', validity: { valueMissing: true } }),
    control({ name: 'scope', validity: { patternMismatch: true } }),
  ];
  expect(findFieldErrors(controls)).toEqual({ scope: 'Fill in this field.' });
});

test.each([
  ['expires_at: must be in the future (got 2020-01-01T23:59:59Z)', 'Must be in the future.'],
  ['/name: must not be empty', 'Must not be empty.'],
  ['input.prompt: is required', 'Is required.'],
  ['Enter a name.', 'Enter a name.'],
  ['grace_hours: must be at most 168 (got 200)', 'Must be at most 168.'],
])('%s is shown as %s', (message, shown) => {
  expect(simplifyMessage(message)).toBe(shown);
});

const rejection = (param: string | undefined): unknown =>
  Object.assign(Object.create(ApiError.prototype), {
    data: { error: { code: 'invalid_request', message: 'name: must not be empty', param } },
  });

test.each([
  ['a field of the form', rejection('/name'), { name: 'Must not be empty.' }],
  ['a nested field of the form', rejection('/request/name'), { name: 'Must not be empty.' }],
  ['a field that the form lacks', rejection('/scopes/0'), {}],
  ['the request as a whole', rejection(undefined), {}],
  ['nothing: the network failed', new TypeError('fetch failed'), {}],
])('a rejection of %s', (_, error, errors) => {
  expect(readRejectedField(error, ['name', 'mode'])).toEqual(errors);
});
