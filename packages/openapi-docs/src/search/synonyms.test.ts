import { expect, test } from 'vitest';
import { findSynonyms } from './synonyms.ts';

test.each([
  ['an exact word', 'webhook', 'callback'],
  ['a missing letter', 'webhok', 'callback'],
  ['an extra letter', 'webhoook', 'callback'],
  ['a wrong letter', 'webhock', 'callback'],
  ['two swapped letters', 'wehbook', 'callback'],
])('%s has synonyms: %s', (_, word, synonym) => {
  expect(findSynonyms(word)).toContain(synonym);
});

test.each(['kex', 'webbhoock', 'video'])('%s has none', (word) => {
  expect(findSynonyms(word)).toEqual([]);
});
