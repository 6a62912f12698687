import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { htmlText } from './html.ts';
import { annotationsText, junitText, sarifText } from './machine-formats.ts';

const FINDING: Finding = {
  check: 'body-schema',
  severity: 'error',
  operation: 'GET /things',
  pointer: '#/paths',
  message: 'In the 200 response, `a` is "<\u0000&" (type: integer).',
  expected: 'an integer',
  received: 'text',
};
// The attributes that the schema of Jenkins' xUnit plugin requires, and those that it knows.
const ATTRIBUTES: Readonly<Record<string, { required: string[]; optional: string[] }>> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['time', 'skipped', 'timestamp'],
  },
  testcase: { required: ['name'], optional: ['time', 'classname', 'group'] },
  failure: { required: [], optional: ['type', 'message'] },
};

test.each([
  ['no findings', [], { tests: '1', failures: '0', errors: '0' }],
  [
    'an error, a warning and a note',
    [FINDING, { ...FINDING, severity: 'warning' as const }, { ...FINDING, severity: 'note' as const }],
    { tests: '3', failures: '1', errors: '0' },
  ],
])('writes JUnit that Jenkins accepts: %s', (_, findings, counts) => {
  const text = junitText({ command: 'diff', document: 'openapi.yaml', findings }, 'keyframe diff');
  const elements = [...text.matchAll(/<(\w+)((?: \w+="[^"<]*")*)\/?>/g)].map(
    ([, name = '', attributes = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      ),
    }),
  );
  expect(elements.find(({ name }) => name === 'testsuite')?.attributes).toMatchObject(counts);
  for (const { name, attributes } of elements) {
    const { required, optional } = ATTRIBUTES[name] ?? { required: ['nothing'], optional: [] };
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required));
    expect([...required, ...optional]).toEqual(expect.arrayContaining(Object.keys(attributes)));
  }
  expect(text).not.toContain('\u0000');
});

test('a JUnit report fails the findings that fail the run', () => {
  const findings = [{ ...FINDING, severity: 'warning' as const }];
  const write = (failOn: string[]) =>
    junitText({ command: 'test', document: 'openapi.yaml', findings }, 'keyframe test', failOn);
  expect(write([])).toContain('failures="0"');
  expect(write(['warning'])).toContain('failures="1"');
  expect(write(['body-schema'])).toContain('failures="1"');
});

test('JUnit, SARIF and HTML contain the remarks of a run and its unfinished phases', () => {
  const statistics = {
    requests: 1,
    elapsedMs: 1,
    violations: 0,
    isComplete: false,
    remarks: ['The certificate was not verified.'],
    unfinished: { operations: 2, phases: ['state'], estimatedMs: 1 },
  };
  const report = { command: 'test', document: 'openapi.yaml', findings: [], statistics } as const;
  for (const write of [junitText, sarifText, htmlText]) {
    const text = write({ ...report, findings: [] }, 'keyframe test');
    expect(text).toContain('The certificate was not verified.');
    expect(text).toContain('the time was over before the end of state');
  }
});

test('SARIF and HTML show all operations of a finding', () => {
  const finding = { ...FINDING, operations: ['GET /things', 'POST /things'] };
  const report = { command: 'test', document: 'openapi.yaml', findings: [finding] } as const;
  const written = [sarifText, htmlText].map((write) =>
    write({ ...report, findings: [finding] }, 'keyframe test'),
  );
  for (const text of written) expect(text).toContain('GET /things, POST /things');
});

test('annotations and SARIF name the operation of a finding', () => {
  const report = { command: 'diff', document: 'openapi.yaml', findings: [FINDING] } as const;
  const texts = [
    sarifText({ ...report, findings: [FINDING] }),
    annotationsText({ ...report, findings: [FINDING] }),
  ];
  for (const text of texts) expect(text).toContain('GET /things: In the 200 response');
});
