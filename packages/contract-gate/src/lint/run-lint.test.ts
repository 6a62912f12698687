import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { UsageError } from '../usage-error.ts';
import { omitCheckedExamples, omitRepetitions, requireRedocly } from './run-lint.ts';

test('a configuration of Redocly needs Redocly, and nothing else does', () => {
  expect(() => requireRedocly('redocly.yaml', undefined)).toThrow(UsageError);
  expect(() => requireRedocly('redocly.yaml', undefined)).toThrow(/redocly\.yaml need @redocly\/cli/);
  expect(() => requireRedocly('redocly.yaml', '/bin/redocly')).not.toThrow();
  expect(() => requireRedocly(undefined, undefined)).not.toThrow();
});

const createFinding = (check: string, line: number, others: Partial<Finding> = {}): Finding => ({
  check,
  severity: 'warning',
  pointer: '#',
  message: 'Wrong.',
  expected: '',
  received: '',
  location: { file: 'api.yaml', line, column: 1 },
  ...others,
});
const OWN = [createFinding('doctor-nullable', 5), createFinding('doctor-invalid', 7, { severity: 'error' })];

test.each<[finding: Finding, isKept: boolean]>([
  [createFinding('redocly-struct', 5), false],
  [createFinding('redocly-struct', 6), true],
  [createFinding('redocly-struct', 5, { location: { file: 'other.yaml', line: 5, column: 1 } }), true],
  [createFinding('redocly-struct', 5, { severity: 'error' }), true],
  [createFinding('redocly-struct', 7), false],
  [createFinding('redocly-struct', 7, { severity: 'error' }), false],
  [createFinding('redocly-operation-summary', 5), true],
])('Redocly repeats the doctor only by the same location and subject: %j', (finding, isKept) => {
  expect(omitRepetitions([finding], OWN)).toEqual(isKept ? [finding] : []);
});

const CONTENT = '#/paths/~1t/get/responses/200/content';

test.each<[rule: string, pointer: string, isKept: boolean]>([
  ['no-invalid-media-type-examples', `${CONTENT}/application~1json/examples/full/value`, false],
  ['no-invalid-media-type-examples', `${CONTENT}/application~1problem+json/example`, false],
  ['no-invalid-media-type-examples', '#/components/examples/Full/value', false],
  ['no-invalid-media-type-examples', `${CONTENT}/application~1xml/example`, true],
  ['no-invalid-schema-examples', '#/components/schemas/A/examples/0', false],
  ['no-invalid-parameter-examples', '#/components/parameters/P/example', false],
  ['operation-summary', '#/paths/~1t/get', true],
])('a finding of Redocly by %s at %s is kept: %s', (rule, pointer, isKept) => {
  const finding = createFinding(`redocly-${rule}`, 1, { pointer });
  expect(omitCheckedExamples([finding])).toEqual(isKept ? [finding] : []);
});
