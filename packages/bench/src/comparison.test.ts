import { expect, test } from 'vitest';
import { type ComparedFigures, decideOutcome } from './comparison.ts';

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
