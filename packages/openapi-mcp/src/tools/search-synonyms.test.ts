import { expect, test } from 'vitest';
import { listSynonyms } from './search-synonyms.ts';
import { listStems } from './search-words.ts';

test.each([
  ['combine', 'merge'],
  ['comment', 'note'],
  ['deployments', 'release'],
  ['owe', 'balance'],
])('%s means about the same as %s', (word, other) => {
  const [stem = ''] = listStems(word);
  const [otherStem = ''] = listStems(other);
  expect(listSynonyms(stem)).toContain(otherStem);
  expect(listSynonyms(otherStem)).toContain(stem);
  expect(listSynonyms(stem)).not.toContain(stem);
});
