import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { Exchange } from '../session/session.ts';
import { canEncode } from '../wire/encode-body.ts';

/** An operation without a successful request, and its smallest exchange. */
export interface UnreachedOperation {
  operation: Operation;
  smallest: Exchange | undefined;
}

export const operationUnreached: Check<UnreachedOperation> = {
  id: 'operation-unreached',
  title: 'No request to an operation succeeded',
  explanation:
    'All requests of the gate failed, or it generates no bodies of the documented media types, such as XML, so most of the operation was not tested. Provide credentials, working examples, or links that lead to the operation. The finding is a note if the server returns a documented 409 or 423: the resource lacks the state that the operation requires.',
  basis: 'untested',
  run({ operation, smallest }) {
    return [
      {
        pointer: operation.pointer,
        // The state of the resource decides, which another part of the API sets.
        basis: isConflict(operation, smallest) ? 'setup' : undefined,
        message: 'No valid request succeeded.',
        expected: 'a successful response',
        received: smallest ? formatResponse(smallest.response) : describeObstacle(operation),
      },
    ];
  },
};

function isConflict({ responses }: Operation, exchange: Exchange | undefined): boolean {
  const status = exchange?.response.status ?? 0;
  return [409, 423].includes(status) && responses.some((one) => one.status === String(status));
}

/** Describes why no request could be sent. */
export function describeObstacle({ requestBody }: Operation): string {
  const types = requestBody?.required ? requestBody.content.map(({ name }) => name) : [];
  const isWritable = types.length === 0 || types.some(canEncode);
  return isWritable
    ? 'no resource to request'
    : `no request: bodies of ${types.join(', ')} are not generated`;
}
