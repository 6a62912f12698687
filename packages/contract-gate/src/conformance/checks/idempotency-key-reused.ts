import { formatResponse } from '../format-value.ts';
import type { PromiseSource } from '../requests/idempotency-policy.ts';
import type { Check } from '../session/check.ts';
import { isSuccess } from '../session/session.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a request with a used key and another body. */
export interface ChangedRequest {
  /** The key parameter. */
  pointer: string;
  response: WireResponse;
  source: PromiseSource;
}

export const idempotencyKeyReused: Check<ChangedRequest> = {
  id: 'idempotency-key-reused',
  title: 'An Idempotency-Key was accepted with another body',
  explanation:
    'The extension `x-idempotency` of the key specifies `changedRequest: rejected`, but the server accepted a used key with another body. Store the body or its digest with the key and compare it. If only a description says so, the finding is a warning.',
  basis: 'promise',
  run({ pointer, response, source }) {
    if (!source || !isSuccess({ response })) return [];
    return [
      {
        pointer,
        message: 'A request with a used Idempotency-Key and another body was accepted.',
        expected: 'a documented 4xx',
        received: formatResponse(response),
        basis: source === 'text' ? 'convention' : undefined,
      },
    ];
  },
};
