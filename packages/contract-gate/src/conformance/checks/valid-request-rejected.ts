import { formatResponse } from '../format-value.ts';
import type { Check, Violation } from '../session/check.ts';
import { isRejection, type ObservedCase } from '../session/observed-case.ts';

export const validRequestRejected = {
  id: 'valid-request-rejected',
  title: 'A valid request is rejected',
  explanation:
    'The request is valid according to the document, which independent validators confirm, but the server rejects it. Accept it, or document the restriction. Lengths are counted in characters, optional properties may be omitted, and a schema without a bound has none.',
  basis: 'schema',
  run({ response, expectation, pointer, label }: ObservedCase): Violation[] {
    if (expectation !== 'valid' || !isRejection(response.status)) return [];
    const message = `A valid request was rejected: ${label}.`;
    return [{ pointer, message, expected: 'a successful response', received: formatResponse(response) }];
  },
} satisfies Check<ObservedCase>;
