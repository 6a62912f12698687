import type { Operation } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';

/** An operation whose valid requests cannot contain an address of the gate. */
export interface UnreachedCallbacks {
  operation: Operation;
  pointer: string;
  /** The origin of the gate. */
  origin: string;
}

export const callbackUnreached: Check<UnreachedCallbacks> = {
  id: 'callback-unreached',
  title: 'No callback could be requested',
  explanation:
    'The operation has callbacks, but its schema rejects addresses of the gate, or no runtime expression reads an address from the request. If the document allows only https, use `--callback-ca`.',
  basis: 'untested',
  run({ pointer, origin }) {
    return [
      {
        pointer,
        message: 'No valid request can contain a callback URL of the gate.',
        expected: 'a schema that accepts the URL of the gate',
        received: origin,
      },
    ];
  },
};
