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
  title: 'The server stops answering, or fails at every request',
  explanation:
    'After a request, the server no longer responded, or failed at several operations in a row and at reads, so the run ended. If a supervisor restarts the server, the last requests are repeated singly to find the request that stops it; otherwise the finding shows all requests that were under way. No request may end or block a server.',
  basis: 'failure',
  run({ operation, error: { suspects, culprit, message, isFailing } }) {
    const count = suspects.length;
    const isCertain = culprit !== undefined || count === 1;
    const [present, past] = isFailing
      ? ['fails at every request', 'failed at every request']
      : ['stops answering', 'stopped answering'];
    return [
      {
        pointer: operation.pointer,
        message: isCertain
          ? `The server ${present} after this request.`
          : `The server ${past} after one of these ${count} requests.`,
        expected: isFailing ? 'statuses below 500' : 'a server that answers',
        received: message,
      },
    ];
  },
};
