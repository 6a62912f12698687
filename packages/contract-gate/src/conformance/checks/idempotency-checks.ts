// What an operation with an Idempotency-Key owes to whoever repeats a request.
import type { Check } from './check.ts';

export const IDEMPOTENCY_IGNORED: Check = {
  id: 'idempotency-ignored',
  title: 'A repeated Idempotency-Key was carried out again',
  explanation:
    'The operation documents an Idempotency-Key, and the same request with the same key created something else: a client that repeats a request whose response was lost pays twice. Store the key with the result, before or in the same transaction, and return that result. Two requests at once count, too; one of them may be refused with 409.',
  severity: 'error',
};

export const IDEMPOTENCY_REFUSED: Check = {
  id: 'idempotency-refused',
  title: 'A repeated Idempotency-Key was rejected',
  explanation:
    'The document says that a request can be repeated with its Idempotency-Key, and the repetition was called wrong.',
  severity: 'error',
};

export const IDEMPOTENCY_KEY_REUSED: Check = {
  id: 'idempotency-key-reused',
  title: 'An Idempotency-Key was accepted with another body',
  explanation:
    'The document says that a key is refused when it comes with another body than the first time. Compare the body, or its digest, with the one that the key was stored with.',
  severity: 'error',
};
