import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { groupFindings, listOperations, sortBySeverity, splitFinding } from './group-findings.ts';

const createFinding = (
  operation: string | undefined,
  message: string,
  others: Partial<Finding> = {},
): Finding => ({
  check: 'allow-wrong',
  severity: 'warning',
  ...(operation === undefined ? {} : { operation }),
  pointer: '#',
  message,
  expected: '',
  received: '',
  ...others,
});

test.each<[left: string, right: string, isSame: boolean]>([
  ['Allow lacks POST.', 'Allow lacks PUT, DELETE.', true],
  ['Status 400 is not documented.', 'Status 400 is not documented.', true],
  ['Status 400 is not documented.', 'Status 404 is not documented.', false],
  ['`name` was sent as "a" and returned as "b".', '`size` was sent as "x\\"y" and returned as "z".', true],
  ['An invalid request was accepted: no body.', 'An invalid request was accepted: random value.', false],
])('"%s" and "%s" have one cause: %s', (left, right, isSame) => {
  const findings = [createFinding('GET /a', left), createFinding('GET /b', right)];
  const joined = groupFindings(findings);
  expect(joined.map(listOperations)).toEqual(isSame ? [['GET /a', 'GET /b']] : [['GET /a'], ['GET /b']]);
  expect(groupFindings(joined.flatMap(splitFinding))).toEqual(joined);
});

test('a joined finding keeps the pointer of each operation', () => {
  const findings = [
    createFinding('GET /a', 'Wrong.', { pointer: '#/a' }),
    createFinding('GET /b', 'Wrong.', { pointer: '#/b' }),
  ];
  expect(groupFindings(findings).flatMap(splitFinding)).toEqual(findings);
});

test('findings of other checks, severities or without an operation stay apart, errors last', () => {
  const findings = [
    createFinding('GET /a', 'Wrong.', { severity: 'error' }),
    createFinding('GET /a', 'Wrong.'),
    createFinding('GET /a', 'Wrong.', { check: 'put-status' }),
    createFinding(undefined, 'Wrong.', { pointer: '#/a' }),
    createFinding(undefined, 'Wrong.', { pointer: '#/b', severity: 'note' }),
  ];
  expect(sortBySeverity(groupFindings(findings))).toEqual([
    findings[4],
    findings[1],
    findings[2],
    findings[3],
    findings[0],
  ]);
});
