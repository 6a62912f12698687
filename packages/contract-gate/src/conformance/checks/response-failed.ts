import type { Check } from '../session/check.ts';
import type { FailedExchange } from '../session/session.ts';
import type { FailureKind } from '../wire/exchange-failed-error.ts';

const CAUSES: Readonly<Record<Exclude<FailureKind, 'cut-off'>, string>> = {
  endless: 'the response is too large',
  malformed: 'the response is not HTTP',
  refused: 'the connection was refused',
  reset: 'the connection was closed',
  timeout: 'the response timed out',
};

export const responseFailed: Check<FailedExchange> = {
  id: 'response-failed',
  title: 'A request has no readable response',
  explanation:
    'The connection was reset, the response timed out, its body exceeds 16 MiB, or it is not valid HTTP, for instance because of a wrong Content-Length. Respond to every complete request.',
  basis: 'failure',
  run({ operation, error: { kind, message } }) {
    if (kind === 'cut-off') return [];
    return [
      {
        pointer: operation.pointer,
        message: `No response could be read: ${CAUSES[kind]}.`,
        expected: 'a response',
        received: `${CAUSES[kind]} (${message})`,
      },
    ];
  },
};
