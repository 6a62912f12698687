import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { markdownText } from './markdown.ts';
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
      '27 operations: the time was over before the end of state, properties; --timeout 5m would be enough.',
      'keyframe test: 0 errors, 0 warnings, 10 requests in 60.0 s.',
    ],
  ],
])('a run that did not end says why: %j', (statistics, lines) => {
  const report: Report = { command: 'test', document: 'api.yaml', findings: [], statistics };
  expect(terminalText(report, 'keyframe test').split('\n')).toEqual(lines);
});

const createFinding = (line: number, others: Partial<Finding> = {}): Finding => ({
  check: 'redocly-operation-summary',
  severity: 'warning',
  pointer: `#/${line}`,
  message: 'No summary.',
  expected: 'a summary',
  received: 'the document as it is',
  location: { file: 'api.yaml', line, column: 5 },
  ...others,
});
const MANY = [1, 2, 3, 4, 5, 6, 7].map((line) => createFinding(line));

test('findings that differ in their locations are written once', () => {
  const other = createFinding(9, { message: 'No tag.' });
  const report: Report = { command: 'lint', document: 'api.yaml', findings: [...MANY, other] };
  expect(
    terminalText(report, 'keyframe lint')
      .split('\n')
      .filter((line) => /warning|at |^ {12}/.test(line)),
  ).toEqual([
    'warning: No summary. [redocly-operation-summary]',
    '  at        api.yaml:1:5 #/1',
    ...[2, 3, 4, 5].map((line) => `            api.yaml:${line}:5 #/${line}`),
    '            and 2 more',
    'warning: No tag. [redocly-operation-summary]',
    '  at        api.yaml:9:5 #/9',
    'keyframe lint: 0 errors, 8 warnings.',
  ]);
  expect(
    markdownText(report, 'keyframe lint')
      .split('\n')
      .filter((line) => line.startsWith('| w')),
  ).toEqual([
    expect.stringContaining('| warning | `api.yaml:9` | No tag. |'),
    expect.stringContaining('| warning | `api.yaml:1` and 6 more | No summary. |'),
  ]);
});

test('writes the first of many findings of one check', () => {
  const findings = [
    createFinding(1, { message: 'First error.', severity: 'error' }),
    ...Array.from({ length: 13 }, (_, index) =>
      createFinding(index, { message: `Component ${index} is unused.` }),
    ),
    createFinding(20, { message: 'Component 12 is unused.' }),
  ];
  const lines = terminalText({ command: 'lint', document: 'api.yaml', findings }, 'keyframe lint').split(
    '\n',
  );
  expect(lines.filter((line) => /^(?:error|warning)/.test(line))).toEqual([
    ...Array.from(
      { length: 10 },
      (_, index) => `warning: Component ${index} is unused. [redocly-operation-summary]`,
    ),
    'warning: 4 more, which --json lists. [redocly-operation-summary]',
    'error: First error. [redocly-operation-summary]',
  ]);
});

test('findings of operations are not joined by their text', () => {
  const findings = [createFinding(1, { operation: 'GET /a' }), createFinding(2, { operation: 'GET /b' })];
  const text = terminalText({ command: 'test', document: 'api.yaml', findings }, 'keyframe test');
  expect(text.match(/^warning: /gm)).toHaveLength(2);
});
