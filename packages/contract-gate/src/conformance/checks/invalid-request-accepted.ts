import { formatResponse } from '../format-value.ts';
import type { Case } from '../requests/case.ts';
import type { Check, Violation } from '../session/check.ts';
import { isUndocumentedRedirect, type ObservedCase } from '../session/observed-case.ts';

export const invalidRequestAccepted = {
  id: 'invalid-request-accepted',
  title: 'An invalid request is accepted',
  explanation:
    'The request is invalid according to the document, which independent validators confirm, and differs from a valid request only in the part that the finding names. Reject it with a documented 4xx.',
  basis: 'schema',
  run({ response, expectation, pointer, label, draft }: ObservedCase & Pick<Case, 'draft'>): Violation[] {
    if (expectation !== 'invalid' || response.status >= 400) return [];
    if (isUndocumentedRedirect(draft.operation, response.status)) return [];
    const message = `An invalid request was accepted: ${label}.`;
    return [{ pointer, message, expected: 'a documented 4xx', received: formatResponse(response) }];
  },
} satisfies Check<ObservedCase & Pick<Case, 'draft'>>;
