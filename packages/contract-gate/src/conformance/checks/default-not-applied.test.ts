import { expect, test } from 'vitest';
import { describeDefault } from './default-not-applied.ts';

test('another value than the default violates the document, an absent one a convention', () => {
  expect(describeDefault('zoom', { expected: 0, received: 7 })).toEqual({
    message: '`zoom` was omitted and is 7 instead of its default 0.',
    basis: undefined,
  });
  expect(describeDefault('zoom', { expected: 0, received: undefined })).toEqual({
    message: '`zoom` was omitted and is absent instead of its default 0.',
    basis: 'convention',
  });
});
