import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { writeReport } from './write-report.ts';

const FINDING: Finding = {
  check: 'allow-wrong',
  severity: 'warning',
  pointer: '#/paths',
  message: 'A 405 response lacks Allow.',
  expected: 'GET',
  received: 'no Allow',
};

test.for([
  [[], 0],
  [['note'], 0],
  [['warning'], 1],
  [['allow-wrong'], 1],
  [['stack-trace'], 0],
] as const)('a warning with --fail-on %j ends with the status %d', async ([failOn, status]) => {
  const report = { command: 'test', document: 'openapi.yaml', findings: [FINDING] } as const;
  const options = { called: 'test', targets: [], isJson: true, out: () => {}, env: {}, failOn };
  expect(await writeReport({ ...report, findings: [FINDING] }, options)).toBe(status);
});
