import { expect, test } from 'vitest';
import {
  closingLine,
  mergeTasks,
  readTasks,
  type Summary,
  summarizeCheck,
  summarizeSuite,
  summaryTable,
  type TurboTask,
} from './summary.ts';
import type { TestReport } from './test-report.ts';

function task(exitCode: number | null = 0, overrides: Partial<TurboTask> = {}): TurboTask {
  return {
    taskId: '@keyframe/client#test',
    task: 'test',
    directory: 'packages/client',
    command: 'vitest run',
    cache: { status: 'MISS' },
    execution: { startTime: 100, endTime: 2100, exitCode },
    ...overrides,
  };
}

function report(statuses: TestReport['outcomes'][number]['status'][], startedAt = 150): TestReport {
  return {
    startedAt,
    outcomes: statuses.map((status) => ({ title: 'a title', status, requirements: [] })),
  };
}

const CACHED = { cache: { status: 'HIT' } };

const checks: [string, TurboTask, Partial<Summary>][] = [
  ['a check that succeeds', task(), { passed: 1, failed: 0, time: '2.0 s' }],
  ['a check that fails', task(2), { passed: 0, failed: 1, note: 'exited with 2' }],
  ['a check that never ran', task(null), { failed: 1, note: 'never ran' }],
  ['a check without an execution', task(0, { execution: null }), { failed: 1, note: 'never ran' }],
];

test.each(checks)('%s is counted', (_, given, want) => {
  expect(summarizeCheck(given)).toMatchObject(want);
});

const suites: [string, [TurboTask, TestReport?], Partial<Summary>][] = [
  ['a suite with skips', [task(), report(['passed', 'skipped'])], { passed: 1, failed: 0, skipped: 1 }],
  ['a suite with failures', [task(1), report(['failed', 'failed'])], { passed: 0, failed: 2 }],
  ['a suite without a report', [task(1)], { passed: 0, failed: 1 }],
  ['a green exit without a report', [task()], { passed: 0, failed: 1 }],
  ['a suite with an old report', [task(), report(['passed'], 99)], { passed: 0, failed: 1 }],
  ['a cached suite', [task(0, CACHED), report(['passed'], 99)], { passed: 1, failed: 0, time: 'cached' }],
  ['a suite without tests', [task(), report([])], { passed: 0, failed: 1 }],
  ['a crash after green tests', [task(1), report(['passed'])], { passed: 1, failed: 1 }],
  ['a suite that never ran', [task(null), report(['passed'])], { passed: 0, failed: 1 }],
];

test.each(suites)('%s is counted', (_, [given, reported], want) => {
  expect(summarizeSuite(given, reported)).toMatchObject(want);
});

test('tasks without a command are omitted from the summary', () => {
  const tasks = [task(), task(0, { command: '<NONEXISTENT>' })];
  expect(readTasks(JSON.stringify({ tasks }))).toEqual([task()]);
});

test('a task of several runs is counted once, as the run that executed it reports it', () => {
  expect(mergeTasks([[task()], [task(0, CACHED), task(0, { ...CACHED, taskId: 'other#test' })]])).toEqual([
    task(),
    task(0, { ...CACHED, taskId: 'other#test' }),
  ]);
});

test('a run summary of another format is refused', () => {
  expect(() => readTasks('{"runs": []}')).toThrow('The run summary has no tasks.');
});

test('the closing line sums all tasks', () => {
  const summaries = [summarizeSuite(task(), report(['passed', 'skipped'])), summarizeCheck(task(1))];
  expect(closingLine(summaries)).toBe('1 passed, 1 failed, 1 skipped');
});

test('the table puts failures last', () => {
  const summaries = [
    summarizeCheck(task(1, { taskId: '//#lint:knip' })),
    summarizeSuite(task(0, CACHED), report(['passed'])),
  ];
  expect(summaryTable(summaries).split('\n').slice(2)).toEqual([
    '| ok     | client#test | 1      | 0      | 0       | cached |               |',
    '| FAILED | lint:knip   | 0      | 1      | 0       | 2.0 s  | exited with 1 |',
  ]);
});
