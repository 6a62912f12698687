import { expect, test } from 'vitest';
import { type ComparedFigures, type Comparison, decideExitStatus, decideOutcome } from './comparison.ts';

const HALF = { kind: 'ratio', atLeast: 0.5 } as const;
const TWICE = { kind: 'factor', atMost: 2 } as const;
const TWO_MORE = { kind: 'difference', atMost: 2 } as const;

test.each<[typeof HALF | typeof TWICE | typeof TWO_MORE, ComparedFigures, string]>([
  [HALF, { subject: 60, peer: 100 }, 'met'],
  [HALF, { subject: 60, peer: 100, peerRuns: [105, 95] }, 'met'],
  [HALF, { subject: 40, peer: 100, peerRuns: [105, 95] }, 'missed'],
  [HALF, { subject: 52, peer: 100, peerRuns: [105, 95] }, 'undecided'],
  [HALF, { subject: 48, peer: 100, peerRuns: [105, 95] }, 'undecided'],
  [HALF, { subject: 50, peer: 100, peerRuns: [100, 100] }, 'met'],
  [TWICE, { subject: 150, peer: 100, peerRuns: [90, 110] }, 'met'],
  [TWICE, { subject: 190, peer: 100, peerRuns: [90, 110] }, 'undecided'],
  [TWICE, { subject: 300, peer: 100, peerRuns: [90, 110] }, 'missed'],
  [TWO_MORE, { subject: 3, peer: 2, peerRuns: [1.9, 2.2] }, 'met'],
  [TWO_MORE, { subject: 3.9, peer: 2, peerRuns: [1.9, 2.2] }, 'undecided'],
  [TWO_MORE, { subject: 6, peer: 2, peerRuns: [1.9, 2.2] }, 'missed'],
])('the target %j is by %j %s', (target, figures, outcome) => {
  expect(decideOutcome({ subject: 'a', peer: 'b', unit: 'ms', figures, target })).toBe(outcome);
});

test.each([
  [40, { isStrict: true, hasFailed: false }, 1],
  [60, { isStrict: true, hasFailed: false }, 0],
  [40, { isStrict: false, hasFailed: false }, 0],
  [60, { isStrict: false, hasFailed: true }, 3],
  [40, { isStrict: true, hasFailed: true }, 3],
])(
  'a run with a figure of %d, where 50 meets the target, and %j has the exit status %d',
  (figure, run, status) => {
    const figures = { subject: figure, peer: 100 };
    const comparison: Comparison = { subject: 'a', peer: 'b', unit: 'ms', figures, target: HALF };
    expect(decideExitStatus([comparison], run)).toBe(status);
  },
);
