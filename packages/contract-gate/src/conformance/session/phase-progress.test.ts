import { expect, test } from 'vitest';
import { PhaseProgress } from './phase-progress.ts';

const NAMES = ['examples', 'coverage', 'state', 'properties'];

function createClock(ended: readonly (readonly [ms: number, done: number, isFinished: boolean])[]) {
  const clock = new PhaseProgress();
  let now = 0;
  for (const [index, [ms, done, isFinished]] of ended.entries()) {
    clock.start(NAMES[index] ?? '', now);
    clock.plan(10);
    for (let count = 0; count < done; count += 1) clock.advance();
    now += ms;
    clock.end(now, isFinished);
  }
  return clock;
}

test.each([
  [
    'all phases ended',
    [
      [1, 10, true],
      [1, 10, true],
      [1, 10, true],
      [1, 10, true],
    ],
    undefined,
  ],
  [
    'the third phase was at its half, the last one takes as long as the longest',
    [
      [1_000, 10, true],
      [2_000, 10, true],
      [1_500, 5, false],
    ],
    { phases: ['state', 'properties'], estimatedMs: 8_000 },
  ],
  ['a phase had hardly begun', [[1_000, 0, false]], { phases: NAMES, estimatedMs: 23_000 }],
] as const)('%s', (_, ended, expected) => {
  expect(createClock(ended).findUnfinished(NAMES)).toEqual(expected);
});

test.each([
  [500, 8_000],
  [20_000, 26_000],
])(
  'a phase that did not start and that is expected to take %i ms is in an estimate of %i ms',
  (ms, estimatedMs) => {
    const clock = createClock([
      [1_000, 10, true],
      [2_000, 10, true],
      [1_500, 5, false],
    ]);
    expect(clock.findUnfinished(NAMES, new Map([['properties', ms]]))).toMatchObject({ estimatedMs });
  },
);
