import { formatResponse } from '../format-value.ts';
import type { OddBody } from '../requests/odd-bodies.ts';
import type { Check } from '../session/check.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to an unusual body. */
export interface ObservedBody extends Pick<OddBody, 'expectation' | 'label'> {
  /** The request body in the document. */
  pointer: string;
  response: WireResponse;
}

export const malformedBodyAccepted: Check<ObservedBody> = {
  id: 'malformed-body-accepted',
  title: 'A malformed body is accepted',
  explanation:
    'The server carried out a request although the body does not match its Content-Type, or the Content-Type is not documented. Reject it with a documented 4xx; the meaning of such a body is unknown.',
  basis: 'schema',
  run({ expectation, label, pointer, response }) {
    if (expectation !== 'invalid' || response.status >= 400) return [];
    return [
      {
        pointer: `${pointer}/content`,
        message: `A body with ${label} was accepted.`,
        expected: 'a documented 4xx',
        received: formatResponse(response),
      },
    ];
  },
};
