import type { Operation } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';

/** Credentials that the server no longer accepts. */
export interface RejectedCredentials {
  /** The operation of the last successful change. */
  operation: Operation;
}

export const credentialsRejected: Check<RejectedCredentials> = {
  id: 'credentials-rejected',
  title: 'The server no longer accepts the credentials',
  explanation:
    'A read that succeeded now returns 401, so the run ended. One of the last requests probably replaced or locked the credentials, such as a change of settings or a new token. Exclude its operation, or pass a function that renews the credentials.',
  basis: 'failure',
  run({ operation }) {
    return [
      {
        pointer: operation.pointer,
        message: 'The server no longer accepts the credentials, probably since this request.',
        expected: 'credentials that remain valid',
        received: '401 for a read that succeeded before',
      },
    ];
  },
};
