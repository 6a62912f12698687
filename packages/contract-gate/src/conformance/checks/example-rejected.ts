import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { isRejection } from '../session/observed-case.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to an example of the document. */
export interface ObservedExample {
  /** The example. */
  pointer: string;
  response: WireResponse;
}

export const exampleRejected: Check<ObservedExample> = {
  id: 'example-rejected',
  title: 'An example of the document is rejected',
  explanation: 'Readers of a document try its examples first. Correct the example or the server.',
  severity: 'error',
  run({ pointer, response }) {
    if (!isRejection(response.status)) return [];
    const message = 'The server rejected an example.';
    return [{ pointer, message, expected: 'a successful response', received: formatResponse(response) }];
  },
};
