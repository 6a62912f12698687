import { isJsonObject } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { TestedValue } from '../requests/case.ts';
import type { Check, Violation } from '../session/check.ts';
import { isRejection, type ObservedCase } from '../session/observed-case.ts';

export const validRequestRejected = {
  id: 'valid-request-rejected',
  title: 'A valid request is rejected',
  explanation:
    'The request is valid according to the document, which independent validators confirm, but the server rejects it. Accept it, or document the restriction. Lengths are counted in characters, optional properties may be omitted, and a schema without a bound has none. The finding is a note if the request may refer to something that does not exist, such as a coupon.',
  basis: 'schema',
  run({ response, expectation, pointer, label, tested, hasUnknownReference }: ObservedCase): Violation[] {
    if (expectation !== 'valid' || !isRejection(response.status)) return [];
    const message = `A valid request was rejected: ${label}.`;
    const received = formatResponse(response);
    const cause = tested && describeCause({ pointer, response, tested });
    const basis = hasUnknownReference ? 'setup' : undefined;
    return [{ pointer, cause, message, expected: 'a successful response', received, basis }];
  },
} satisfies Check<ObservedCase>;

// A response that repeats the value differs for each one, and so do positions in it.
function describeCause({
  pointer,
  response: { status, body },
  tested: { location, value },
}: Pick<ObservedCase, 'pointer' | 'response'> & { tested: TestedValue }): string {
  if (isJsonObject(value)) return pointer;
  const words = new Set(JSON.stringify(value).match(/[\p{L}\p{N}]+/gu));
  const texts = body
    .toString()
    .split(/(?<word>[\p{L}\p{N}]+)/u)
    .filter((text) => !words.has(text) && !/^\d+$/.test(text));
  return `${location} ${status} ${texts.join('').replaceAll(/\s+/g, '')}`;
}
