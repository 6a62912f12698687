import { expect, test } from 'vitest';
import { readReport } from './test-report.ts';

function report(...testResults: object[]): string {
  return JSON.stringify({ startTime: 5, testResults });
}

test('passed, failed, skipped and planned tests are distinguished', () => {
  const statuses = ['passed', 'failed', 'pending', 'skipped', 'todo'];
  const file = {
    name: 'a.test.ts',
    status: 'failed',
    assertionResults: statuses.map((status) => ({ fullName: ` is ${status}`, status })),
  };
  expect(readReport(report(file))).toEqual({
    startedAt: 5,
    outcomes: [
      { title: 'is passed', status: 'passed', requirements: [] },
      { title: 'is failed', status: 'failed', requirements: [] },
      { title: 'is pending', status: 'skipped', requirements: [] },
      { title: 'is skipped', status: 'skipped', requirements: [] },
      { title: 'is todo', status: 'skipped', requirements: [] },
    ],
  });
});

test('a file that could not be loaded counts as one failure', () => {
  const file = { name: 'b.test.ts', status: 'failed', assertionResults: [] };
  expect(readReport(report(file)).outcomes).toEqual([
    { title: 'b.test.ts did not load', status: 'failed', requirements: [] },
  ]);
});

test('a failed hook beside passed tests counts as one failure', () => {
  const file = {
    name: 'c.test.ts',
    status: 'failed',
    assertionResults: [{ fullName: 'fine', status: 'passed' }],
  };
  expect(readReport(report(file)).outcomes.map((outcome) => outcome.status)).toEqual(['passed', 'failed']);
});

test('the requirements of a test are read from its meta', () => {
  const meta = { requirements: ['RES-3'] };
  const assertionResults = [{ fullName: 'refuses an unknown model', status: 'passed', meta }];
  const { outcomes } = readReport(report({ name: 'd.test.ts', status: 'passed', assertionResults }));
  expect(outcomes).toEqual([{ title: 'refuses an unknown model', status: 'passed', ...meta }]);
});

test('a document of another shape is refused', () => {
  expect(() => readReport('{}')).toThrow('Expected a JSON report of vitest.');
});
