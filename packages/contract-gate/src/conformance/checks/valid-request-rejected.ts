import type { JsonValue } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check, Violation } from '../session/check.ts';
import { isRejection, type ObservedCase } from '../session/observed-case.ts';
import type { WireResponse } from '../wire/wire.ts';

export const validRequestRejected = {
  id: 'valid-request-rejected',
  title: 'A valid request is rejected',
  explanation:
    'The request is valid according to the document, which independent validators confirm, but the server rejects it. Accept it, or document the restriction. Lengths are counted in characters, optional properties may be omitted, and a schema without a bound has none.',
  basis: 'schema',
  run({ response, expectation, pointer, label, tested }: ObservedCase): Violation[] {
    if (expectation !== 'valid' || !isRejection(response.status)) return [];
    const message = `A valid request was rejected: ${label}.`;
    const received = formatResponse(response);
    const cause = tested && `${tested.location} ${response.status} ${removeValue(response, tested.value)}`;
    return [{ pointer, cause, message, expected: 'a successful response', received }];
  },
} satisfies Check<ObservedCase>;

// A server that repeats the value answers each one differently.
function removeValue({ body }: WireResponse, value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? body.toString() : body.toString().replaceAll(text, '');
}
