import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { isRejection } from '../session/observed-case.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to an example of the document. */
export interface ObservedExample {
  /** The example. */
  pointer: string;
  response: WireResponse;
  /** Whether it may refer to something that this server does not have. */
  hasUnknownReference: boolean;
}

export const exampleRejected: Check<ObservedExample> = {
  id: 'example-rejected',
  title: 'An example of the document is rejected',
  explanation:
    'Readers of a document try its examples first. Correct the example or the server. If the example contains ids or other references, the finding is a note: they may belong to no resource of the server.',
  basis: 'promise',
  run({ pointer, response, hasUnknownReference }) {
    if (!isRejection(response.status)) return [];
    const message = 'The server rejected an example.';
    const basis = hasUnknownReference ? 'setup' : undefined;
    const received = formatResponse(response);
    return [{ pointer, message, expected: 'a successful response', received, basis }];
  },
};
