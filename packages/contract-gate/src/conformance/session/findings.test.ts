import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOnlyPropertyAccepted } from '../checks/read-only-property-accepted.ts';
import { validRequestRejected } from '../checks/valid-request-rejected.ts';
import type { Violation } from './check.ts';
import type { Credentials } from './credentials.ts';
import { Findings } from './findings.ts';

const OPERATION = { method: 'get', path: '/a', pointer: '#/paths/~1a/get' } as Operation;

function collect(
  violations: readonly Pick<Violation, 'basis' | 'cause' | 'message' | 'pointer'>[],
): string[] {
  const credentials = { hide: (finding: unknown) => finding } as Credentials;
  const context = { origin: 'http://a.example', credentials, seed: 1 };
  const findings = new Findings(context);
  for (const violation of violations) {
    const all = { ...violation, expected: 'a', received: 'b' };
    for (const check of [validRequestRejected, readOnlyPropertyAccepted])
      findings.add(check, all, { operation: OPERATION });
  }
  expect(findings.count).toBe(findings.list().length);
  return findings.list().flatMap(({ check, message }) => (check === validRequestRejected.id ? message : []));
}

const LIMIT = { message: 'limit', pointer: '#/limit', cause: 'limit: no' };
const GENERAL = { message: 'all parameters', pointer: '#/paths/~1a/get' };

test('violations with one cause are one finding, whichever keywords they show', () => {
  expect(collect([LIMIT, { ...LIMIT, message: 'limit 2', pointer: '#/limit/type' }])).toEqual(['limit']);
});

test('an error replaces a note with the same cause, whichever is smaller', () => {
  const note = { ...LIMIT, message: 'note', basis: 'setup' } as const;
  expect(collect([note, LIMIT])).toEqual(['limit']);
  expect(collect([LIMIT, note])).toEqual(['limit']);
});

test('a finding without a cause is listed only if no other one of its operation has a cause', () => {
  expect(collect([GENERAL])).toEqual(['all parameters']);
  expect(collect([GENERAL, LIMIT])).toEqual(['limit']);
});
