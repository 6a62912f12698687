import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a request whose credentials lack a required scope. */
export interface LimitedRequest {
  operation: Operation;
  response: WireResponse;
  scopes: readonly string[];
}

export const insufficientScopeAccepted: Check<LimitedRequest> = {
  id: 'insufficient-scope-accepted',
  title: 'Credentials without the required scope are accepted',
  explanation:
    'The credentials lack a scope that the operation requires, but the server did not reject the request with 401 or 403.',
  basis: 'promise',
  run({ operation, response, scopes }) {
    const { status } = response;
    if ([401, 403].includes(status) || status >= 500) return [];
    return [
      {
        pointer: `${operation.pointer}/security`,
        message: `A request with only the scopes [${scopes.join(', ')}] returned ${status}.`,
        expected: '403',
        received: formatResponse(response),
      },
    ];
  },
};
