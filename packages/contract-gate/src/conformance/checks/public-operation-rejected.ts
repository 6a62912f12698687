import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The responses to the same request without and with credentials. */
export interface PublicRequest {
  operation: Operation;
  withoutCredentials: WireResponse;
  withCredentials: WireResponse;
}

export const publicOperationRejected: Check<PublicRequest> = {
  id: 'public-operation-rejected',
  title: 'A public operation requires credentials',
  explanation:
    'The document makes the operation public (`security: []`), but a request that succeeds with credentials fails without them. An operation with a documented 401 is not public, although a requirement is missing.',
  basis: 'promise',
  run({ operation, withoutCredentials, withCredentials }) {
    if (withoutCredentials.status !== 401 || withCredentials.status >= 300) return [];
    if (operation.responses.some(({ status }) => status === '401')) return [];
    return [
      {
        pointer: `${operation.pointer}/security`,
        message: 'A request without credentials returned 401.',
        expected: `${withCredentials.status}, as with credentials`,
        received: formatResponse(withoutCredentials),
      },
    ];
  },
};
