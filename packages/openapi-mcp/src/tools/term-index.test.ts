import { expect, test } from 'vitest';
import { type Concept, TermIndex } from './term-index.ts';

const index = new TermIndex(
  [
    { title: ['merg', 'branch'], text: ['repositori', 'constructor'] },
    { title: ['branch'], text: ['merg', 'merg', 'merg'] },
    { title: ['repositori'], text: [] },
    { title: ['repositori', 'mergeabl'], text: [] },
  ],
  { title: 3, text: 0.5 },
);

function rank(concept: Concept): number[] {
  const scores = [...index.score(concept)].sort(([, left], [, right]) => right - left);
  return scores.map(([number]) => number);
}

test.each<[string, [string, number][], number[]]>([
  ['the field with more weight counts more than repetitions', [['merg', 1]], [0, 1]],
  ['a shorter field counts more', [['branch', 1]], [1, 0]],
  [
    'a rare term counts more than a usual one',
    [
      ['mergeabl', 0.5],
      ['repositori', 0.5],
    ],
    [3, 2, 0],
  ],
  [
    'a term with less weight counts less',
    [
      ['merg', 0.1],
      ['branch', 1],
    ],
    [1, 0],
  ],
  ['a term that no text has counts for nothing', [['toString', 1]], []],
])('%s', (_title, concept, expected) => {
  expect(rank(new Map(concept))).toEqual(expected);
});

test.each([
  ['merges', ['merg']],
  ['repo', ['repositori']],
  ['repositori', []],
  ['rep', []],
  ['other', []],
])('terms like %s are %j', (stem, expected) => {
  expect(index.listCloseStems(stem)).toEqual(expected);
});
