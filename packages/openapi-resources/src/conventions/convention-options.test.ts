import { expect, test } from 'vitest';
import { ConventionInvalidError, formatConventions, readConventions } from './convention-options.ts';

test.each([
  [['cursor=pageKey,next_key'], { cursor: ['pageKey', 'next_key'] }],
  [['search='], { search: [] }],
  [['steady=/^created=?/i', 'limit=count'], { steady: /^created=?/i, limit: ['count'] }],
])('%j overrides %j', (texts, overrides) => {
  expect(readConventions(texts)).toEqual(overrides);
  expect(formatConventions(readConventions(texts))).toEqual(texts);
});

test.each([
  ['cursors=a', 'Unknown convention "cursors" (known: id, '],
  ['limit=/(/', 'The pattern of the convention "limit" is invalid: /(/'],
])('rejects %s', (text, message) => {
  expect(() => readConventions([text])).toThrow(ConventionInvalidError);
  expect(() => readConventions([text])).toThrow(message);
});
