import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a TRACE request. */
export interface TraceRequest {
  operation: Operation;
  response: WireResponse;
  /** The value of a header of the request. */
  secret: string;
}

export const traceEcho: Check<TraceRequest> = {
  id: 'trace-echo',
  title: 'TRACE echoes the request',
  explanation:
    'The body of a TRACE response contains the headers of the request, so scripts can read credentials. Reject TRACE.',
  basis: 'convention',
  run({ operation, response, secret }) {
    if (!response.body.includes(secret)) return [];
    const message = 'TRACE returned the headers of the request.';
    return [{ pointer: operation.pointer, message, expected: '405', received: formatResponse(response) }];
  },
};
