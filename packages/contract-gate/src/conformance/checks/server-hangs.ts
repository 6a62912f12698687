import type { Operation } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';

/** A request whose body arrived in two parts, and whether the server responded. */
export interface SlowRequest {
  operation: Operation;
  hasResponse: boolean;
}

export const serverHangs: Check<SlowRequest> = {
  id: 'server-hangs',
  title: 'The server does not respond',
  explanation:
    'The server did not respond to a request in time, or stopped responding to all requests. One slow request must not block others.',
  basis: 'failure',
  run({ operation: { pointer }, hasResponse }) {
    if (hasResponse) return [];
    const message = 'A request whose body arrived in two parts got no response.';
    return [{ pointer, message, expected: 'a response', received: 'no response in time' }];
  },
};
