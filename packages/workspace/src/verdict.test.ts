import { expect, test } from 'vitest';
import type { TestReport } from './test-report.ts';
import type { TaskRun } from './turbo-summary.ts';
import { closingLine, judge, type Verdict, verdictTable } from './verdict.ts';

function task(overrides: Partial<TaskRun> = {}): TaskRun {
  return {
    id: '@keyframe/client#test',
    task: 'test',
    directory: 'packages/client',
    cached: false,
    exitCode: 0,
    startedAt: 100,
    durationMs: 2000,
    ...overrides,
  };
}

function report(statuses: TestReport['outcomes'][number]['status'][], startedAt = 150): TestReport {
  return { startedAt, outcomes: statuses.map((status) => ({ title: 'a title', status })) };
}

const cases: [string, [TaskRun, TestReport?], Partial<Verdict>][] = [
  ['a check that succeeds', [task({ task: 'lint' })], { passed: 1, failed: 0 }],
  ['a check that fails', [task({ task: 'lint', exitCode: 2 })], { passed: 0, failed: 1 }],
  ['a check that never ran', [task({ task: 'lint', exitCode: null })], { failed: 1, note: 'never ran' }],
  ['a suite with skips', [task(), report(['passed', 'skipped'])], { passed: 1, failed: 0, skipped: 1 }],
  ['a suite with failures', [task({ exitCode: 1 }), report(['failed', 'failed'])], { passed: 0, failed: 2 }],
  ['a suite without a report', [task({ exitCode: 1 })], { passed: 0, failed: 1 }],
  ['a green exit without a report', [task()], { passed: 0, failed: 1 }],
  ['a suite with an old report', [task(), report(['passed'], 99)], { passed: 0, failed: 1 }],
  ['a suite from the cache', [task({ cached: true }), report(['passed'], 99)], { passed: 1, failed: 0 }],
  ['a suite without tests', [task(), report([])], { passed: 0, failed: 1 }],
  ['a crash after green tests', [task({ exitCode: 1 }), report(['passed'])], { passed: 1, failed: 1 }],
  ['a suite that never ran', [task({ exitCode: null }), report(['passed'])], { passed: 0, failed: 1 }],
];

test.each(cases)('%s is counted', (_, [given, reported], want) => {
  expect(judge(given, reported)).toMatchObject(want);
});

test('the closing line sums all tasks', () => {
  const verdicts = [judge(task(), report(['passed', 'skipped'])), judge(task({ task: 'lint', exitCode: 1 }))];
  expect(closingLine(verdicts)).toBe('1 passed, 1 failed, 1 skipped');
});

test('the table puts failures last and aligns its columns', () => {
  const verdicts = [
    judge(task({ id: '//#lint:knip', task: 'lint:knip', exitCode: 1 })),
    judge(task({ cached: true }), report(['passed'])),
  ];
  expect(verdictTable(verdicts).split('\n')).toEqual([
    '        task         passed  failed  skipped  time',
    'ok      client#test  1       0       0        cached',
    'FAILED  lint:knip    0       1       0        2.0 s   exited with 1',
  ]);
});
