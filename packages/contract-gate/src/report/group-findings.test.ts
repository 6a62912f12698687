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

const REQUEST = { method: 'GET', url: 'http://127.0.0.1/a', headers: [] };

test.each<[left: string, right: string, isSame: boolean]>([
  ['Allow lacks POST.', 'Allow lacks PUT, DELETE.', true],
  ['Status 400 is not documented.', 'Status 400 is not documented.', true],
  ['Status 400 is not documented.', 'Status 404 is not documented.', false],
  ['`name` was sent as "a" and returned as "b".', '`size` was sent as "x\\"y" and returned as "z".', true],
  ['An invalid request was accepted: no body.', 'An invalid request was accepted: random value.', false],
])('"%s" and "%s" have one cause: %s', (left, right, isSame) => {
  const findings = [
    createFinding('GET /a', left, { request: REQUEST }),
    createFinding('GET /b', right, { request: REQUEST }),
  ];
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

test.each<[name: string, findings: Finding[], operations: string[][]]>([
  [
    'changes of a document with different names',
    [createFinding('GET /a', 'Removed: "x".'), createFinding('GET /b', 'Removed: "y".')],
    [['GET /a'], ['GET /b']],
  ],
  [
    'changes of a document that name their own operations',
    [createFinding('GET /a', 'Removed: GET /a.'), createFinding('PUT /a', 'Removed: PUT /a.')],
    [['GET /a', 'PUT /a']],
  ],
  [
    'several changes of one operation',
    [createFinding('GET /a', 'Removed: "x".'), createFinding('GET /a', 'Removed: "y".')],
    [['GET /a'], ['GET /a']],
  ],
  [
    'several violations of two operations',
    ['GET /a', 'GET /b'].flatMap((operation) =>
      ['x', 'y'].map((name) =>
        createFinding(operation, `\`${name}\` is wrong.`, { pointer: `#/${name}`, request: REQUEST }),
      ),
    ),
    [
      ['GET /a', 'GET /b'],
      ['GET /a', 'GET /b'],
    ],
  ],
  ['a repetition', [createFinding('GET /a', 'Wrong.'), createFinding('GET /a', 'Wrong.')], [['GET /a']]],
])('loses no finding: %s', (_, findings, operations) => {
  expect(groupFindings(findings).map(listOperations)).toEqual(operations);
});
