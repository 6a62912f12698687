import { expect, test } from 'vitest';
import { createRedactor, HIDDEN } from './redaction.ts';

test.each([
  ['a character outside of the basic plane at the end', 'secret-\u{1f511}', 'secret-\u{1f511}'],
  ['the same in a URL', 'secret-\u{1f511}', encodeURIComponent('secret-\u{1f511}')],
  ['an unpaired surrogate', 'secret-\ud83d', 'secret-\ud83d'],
])('replaces a secret with %s', (_, secret, text) => {
  expect(createRedactor([secret])(`key: ${text}.`)).toBe(`key: ${HIDDEN}.`);
});
