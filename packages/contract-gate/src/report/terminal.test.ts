import { expect, test } from 'vitest';
import type { Report } from './report.ts';
import { terminalText } from './terminal.ts';

const STATISTICS = { requests: 10, elapsedMs: 60_000, violations: 0, isComplete: false };

test.each([
  [
    STATISTICS,
    ['keyframe test: 0 errors, 0 warnings, 10 requests in 60.0 s, interrupted before the last phase ended.'],
  ],
  [
    { ...STATISTICS, unfinished: { operations: 27, phases: ['state', 'properties'], estimatedMs: 200_000 } },
    [
      '27 operations: the time was over before the end of state, properties; --max-time 5m would be enough.',
      'keyframe test: 0 errors, 0 warnings, 10 requests in 60.0 s.',
    ],
  ],
])('a run that did not end says why: %j', (statistics, lines) => {
  const report: Report = { command: 'test', document: 'api.yaml', findings: [], statistics };
  expect(terminalText(report, 'keyframe test').split('\n')).toEqual(lines);
});
