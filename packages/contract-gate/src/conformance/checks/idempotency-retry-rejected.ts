import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { ChangedRequest } from './idempotency-key-reused.ts';

/** The response to a request that repeats an earlier one. */
export interface RetriedRequest extends ChangedRequest {
  firstStatus: number;
  /** Whether the same request with a new key is rejected with the same status. */
  isRejectedAnew: boolean;
}

// RFC 9110 and the draft of the header do not specify the status for a retry that is too early.
const TOO_EARLY = new Set([409, 425, 429]);

export const idempotencyRetryRejected: Check<RetriedRequest> = {
  id: 'idempotency-retry-rejected',
  title: 'A request that was repeated with its Idempotency-Key was rejected',
  explanation:
    'The extension `x-idempotency` of the key specifies `repeatedRequest: original-result`, but the server rejected a repeated request, for instance as a conflict with what the first one created. If only a description says so, the finding is a warning.',
  basis: 'promise',
  run({ pointer, firstStatus, response, source, isRejectedAnew }) {
    const { status } = response;
    if (!source || status < 400 || status >= 500 || (TOO_EARLY.has(status) && !isRejectedAnew)) return [];
    return [
      {
        pointer,
        message: `A request that was repeated with its Idempotency-Key returned ${status}.`,
        expected: `${firstStatus}, as the first time`,
        received: formatResponse(response),
        basis: source === 'text' ? 'convention' : undefined,
      },
    ];
  },
};
