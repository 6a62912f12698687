import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { isUndocumentedRedirect } from '../session/observed-case.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a request with invalid credentials. */
export interface UnauthenticatedRequest {
  operation: Operation;
  response: WireResponse;
  /** Describes the credentials, for people. */
  label: string;
}

export const unauthenticatedAccepted: Check<UnauthenticatedRequest> = {
  id: 'unauthenticated-accepted',
  title: 'A protected operation accepts invalid credentials',
  explanation:
    'The document protects the operation, but the server did not reject a request with missing or invalid credentials with 401 or 403.',
  basis: 'promise',
  run({ operation, response, label }) {
    const { status } = response;
    if ([401, 403, 429].includes(status) || status >= 500) return [];
    if (isUndocumentedRedirect(operation, status)) return [];
    if (status >= 400 && !documentsUnauthenticated(operation)) return [];
    return [
      {
        pointer: `${operation.pointer}/security`,
        message: `A request with ${label} returned ${status}.`,
        expected: '401',
        received: formatResponse(response),
      },
    ];
  },
};

// Without a status for credentials, any other error rejects a request as well.
function documentsUnauthenticated({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(?:401|403|4XX|default)$/i.test(status));
}
