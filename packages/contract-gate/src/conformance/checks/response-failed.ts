import type { Operation } from '@keyframe/openapi-model';
import type { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import type { Check, Violation } from './check.ts';

export const RESPONSE_FAILED: Check = {
  id: 'response-failed',
  title: 'No response that a client can read',
  explanation:
    'The connection was reset, no whole response came in time, the response is too large to be read (16 MiB of body), or it is not HTTP: a Content-Length that is not the length of the body does this. Every request that was sent whole must be answered.',
  severity: 'error',
};

const WORDS: Readonly<Record<ExchangeFailedError['kind'], string>> = {
  endless: 'a response that is too large',
  malformed: 'a response that is not HTTP',
  refused: 'a refused connection',
  reset: 'a connection that was closed',
  timeout: 'nothing in time',
};

/** Reports an exchange without a response. */
export function responseFailed(operation: Operation, { kind, message }: ExchangeFailedError): Violation {
  return {
    check: RESPONSE_FAILED,
    pointer: operation.pointer,
    message: `No response could be read: ${WORDS[kind]}.`,
    expected: 'a response',
    received: `${WORDS[kind]} (${message})`,
  };
}
