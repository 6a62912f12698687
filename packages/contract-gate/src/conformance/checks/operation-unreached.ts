import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { Exchange } from '../session/session.ts';

/** An operation without a successful request, and its last exchange. */
export interface UnreachedOperation {
  operation: Operation;
  last: Exchange | undefined;
}

export const operationUnreached: Check<UnreachedOperation> = {
  id: 'operation-unreached',
  title: 'No request to an operation succeeded',
  explanation:
    'All requests of the gate failed, so most of the operation was not tested. Provide credentials, working examples, or links that lead to the operation.',
  severity: 'warning',
  run({ operation, last }) {
    return [
      {
        pointer: operation.pointer,
        message: 'No valid request succeeded.',
        expected: 'a successful response',
        received: last ? formatResponse(last.response) : 'no resource to request',
      },
    ];
  },
};
