// What a server owes to requests that are known to be valid, or not to be.

import type { WireResponse } from '../wire/wire.ts';
import { type Check, shorten, type Violation } from './check.ts';

export const VALID_REFUSED: Check = {
  id: 'valid-request-refused',
  title: 'A valid request is refused',
  explanation:
    'The document allows the request, exact validators confirm it, and the server calls it wrong. Accept it, or say in the document what is asked for: a length is counted in characters, an optional member may be left out, a schema without a bound has none.',
  severity: 'error',
};

export const INVALID_ACCEPTED: Check = {
  id: 'invalid-request-accepted',
  title: 'An invalid request is accepted',
  explanation:
    'The document forbids the request, exact validators confirm it, and it differs from a valid one in the one place that the finding names. Refuse it with a documented 4xx.',
  severity: 'error',
};

export const EXAMPLE_REFUSED: Check = {
  id: 'example-refused',
  title: 'An example of the document is refused',
  explanation: 'Readers try the examples of a document first. Correct the example, or the server.',
  severity: 'error',
};

export const EXAMPLE_INVALID: Check = {
  id: 'example-invalid',
  title: 'An example that its own schema refuses',
  explanation:
    'The document shows a value, of a request, a response or a callback, that the schema beside it forbids. Readers copy the one and tools enforce the other.',
  severity: 'error',
};

export const OPERATION_UNREACHED: Check = {
  id: 'operation-unreached',
  title: 'No request to an operation succeeded',
  explanation:
    'Nothing that the gate could send was carried out, so most of the operation was not judged. Give credentials, examples that work, or links that lead to it.',
  severity: 'warning',
};

/** What is known of a request before it is sent; `either` may be accepted or refused, but never fail. */
export type Expectation = 'either' | 'invalid' | 'valid';

// How servers say that a request itself is wrong. Conflicts, limits and missing resources are another matter.
const REFUSALS = new Set([400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431, 501]);

/** Tells whether a status says that the request is wrong. */
export function isRefusal(status: number): boolean {
  return REFUSALS.has(status);
}

/** Holds a response to what is known of its request; `pointer` is the place in the document that it is about. */
export function judgeExpectation(
  { status, body }: WireResponse,
  { expectation, pointer, label }: { expectation: Expectation; pointer: string; label: string },
): Violation[] {
  const received = `${status} ${shorten(body.toString())}`;
  if (expectation === 'valid' && isRefusal(status)) {
    const message = `A valid request (${label}) was rejected.`;
    return [{ check: VALID_REFUSED, pointer, message, expected: 'a successful response', received }];
  }
  if (expectation === 'invalid' && status < 400) {
    const message = `An invalid request (${label}) was accepted.`;
    return [{ check: INVALID_ACCEPTED, pointer, message, expected: 'a documented 4xx', received }];
  }
  return [];
}
