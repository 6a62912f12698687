import type { PromiseSource } from '../requests/idempotency-policy.ts';
import type { Check } from '../session/check.ts';

/** The results of two requests with the same key. */
export interface RepeatedRequest {
  /** The key parameter. */
  pointer: string;
  /** The id or Location of the created resource; undefined if the response contains none. */
  firstResult: string | undefined;
  secondResult: string | undefined;
  isConcurrent: boolean;
  /** The promise that a repeated request returns the first result. */
  source: PromiseSource;
}

export const idempotencyIgnored: Check<RepeatedRequest> = {
  id: 'idempotency-ignored',
  title: 'A repeated Idempotency-Key was carried out again',
  explanation:
    'Two requests with the same key and body, in sequence or at the same time, created two resources: a client that repeats a request after a lost response pays twice. Store the key with the result in the same transaction, and return that result. One of two concurrent requests may be rejected with 409. It is an error if the extension `x-idempotency` of the key specifies `repeatedRequest: original-result`, otherwise the name of the header decides, and it is a warning.',
  basis: 'convention',
  run({ pointer, firstResult, secondResult, isConcurrent, source }) {
    if (firstResult === undefined || secondResult === undefined || firstResult === secondResult) return [];
    return [
      {
        pointer,
        message: isConcurrent
          ? 'Two concurrent requests with the same Idempotency-Key were both carried out.'
          : 'A repeated request was carried out again.',
        expected: `${firstResult}, as the first time`,
        received: secondResult,
        basis: source === 'extension' ? 'promise' : undefined,
      },
    ];
  },
};
