// Distinguishes the contract's errors from those of proxies and gateways.
import {
  type Answer,
  type ErrorFactory,
  retryAfterSeconds,
  type Target,
} from '@keyframe/openapi-runtime/internal';
import type { ErrorDetail } from '../contract-types.ts';
import { API_ERRORS } from './api-error.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { KeyframeError } from './keyframe-error.ts';
import { NetworkError } from './network-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

const EXCERPT_LENGTH = 200;

/** Members that some of the seven errors have in addition to code and message. */
interface Specifics {
  param?: string;
  retry_after?: number;
  required?: number;
  available?: number;
}

/** Reads the service's id of a request. */
export function readRequestId(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/** The errors that the client throws instead of the runtime's. */
export const keyframeErrors: ErrorFactory = {
  configuration: (message) => new ConfigurationError(message),
  network: (message, details) => new NetworkError(message, { ...details }),
  response: ({ answer, target }) => responseError(answer, target),
};

/** Creates the error for a response that is not a 2xx, or whose body is not the one in the contract. */
export function responseError(
  { response, data }: Pick<Answer, 'response' | 'data'>,
  target: Target,
): KeyframeError {
  const { status, headers } = response;
  const error: Partial<ErrorDetail> & Specifics = Object(Object(data).error);
  const { code, message, retry_after, required, available, param } = error;
  const failed = `Request failed: ${target.method} ${target.url}: ${status}`;
  // Copies each member by name, so that other members of a body cannot replace those of the error.
  const details = {
    ...target,
    status,
    requestId: readRequestId(headers),
    retryAfter: retryAfterSeconds(headers) ?? retry_after,
    required,
    available,
    param,
  };
  if (code && Object.hasOwn(API_ERRORS, code) && typeof message === 'string') {
    return new API_ERRORS[code](`${failed} ${code}: ${message}`, { ...details, code });
  }
  const excerpt = JSON.stringify(data).slice(0, EXCERPT_LENGTH);
  return new UnexpectedResponseError(`${failed}, not a response of the contract: ${excerpt}`, details);
}
