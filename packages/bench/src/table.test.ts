import { expect, test } from 'vitest';
import type { Comparison } from './comparison.ts';
import { comparisonTable } from './table.ts';

const rate: Comparison = {
  subject: 'ours',
  peer: 'theirs',
  unit: '/s',
  figures: { subject: 4_999, peer: 10_000 },
  target: { kind: 'ratio', atLeast: 0.5 },
};
const latency: Comparison = {
  subject: 'slower',
  peer: 'bare',
  unit: 'ms',
  figures: { subject: 3.2, peer: 1.25 },
  target: { kind: 'difference', atMost: 2 },
};

test('every line shows both figures, their ratio, and whether the target is met', () => {
  expect(comparisonTable([rate, latency])).toBe(
    [
      '| subject |          | peer   |           | ratio |         target |        |',
      '| :------ | -------: | :----- | --------: | ----: | -------------: | :----- |',
      '| ours    | 4,999 /s | theirs | 10,000 /s |  0.50 |         >= 0.5 | missed |',
      '| slower  |  3.20 ms | bare   |   1.25 ms |  2.56 | <= peer + 2 ms | met    |',
    ].join('\n'),
  );
});

test('a line without a target shows its ratio only', () => {
  const { target: _, ...orientation } = rate;
  expect(comparisonTable([orientation])).toMatch(/ 0\.50 \| +\| +\|$/);
});

test.each([
  [5_000, 'met'],
  [4_999.9, 'missed'],
])('%d of 10,000 against a target of half is %s, independent of the rounded ratio', (subject, outcome) => {
  expect(comparisonTable([{ ...rate, figures: { subject, peer: 10_000 } }])).toMatch(
    new RegExp(`0\\.50 \\| +>= 0\\.5 \\| ${outcome} +\\|$`),
  );
});
