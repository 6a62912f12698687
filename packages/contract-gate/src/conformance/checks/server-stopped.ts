import type { Operation } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';
import type { ServerStoppedError } from '../wire/server-stopped-error.ts';

/** A server that no longer answers. */
export interface StoppedServer {
  /** The operation of the request that probably stopped it. */
  operation: Operation;
  error: ServerStoppedError;
}

export const serverStopped: Check<StoppedServer> = {
  id: 'server-stopped',
  title: 'The server stops answering',
  explanation:
    'After a request, the server no longer responded, so the run ended. If a supervisor restarts the server, the last requests are repeated singly to find the request that stops it; otherwise the finding shows all requests that were under way. No request may end or block a server.',
  basis: 'failure',
  run({ operation, error: { suspects, culprit, message } }) {
    const count = suspects.length;
    const certain = culprit || count === 1 ? 'The server stops answering after this request.' : undefined;
    return [
      {
        pointer: operation.pointer,
        message: certain ?? `The server stopped answering after one of these ${count} requests.`,
        expected: 'a server that answers',
        received: message,
      },
    ];
  },
};
