import type { Issue } from '../validation/check.ts';

/** Facts about a failure; each is absent if it does not apply. */
export interface FailureDetails {
  cause?: unknown;
  /** The operationId. */
  operation?: string | undefined;
  /** The function that was called, where its name differs from the operationId. */
  operationName?: string | undefined;
  method?: string | undefined;
  /** Without its query, which may hold a key. */
  url?: string | undefined;
}

// Registered, so that a second copy of this package, or a page in another realm, brands its errors alike.
const BRAND = Symbol.for('@keyframe/openapi-runtime/client');

/** Base of every error that a generated client throws by itself; `code` is stable, the message is for people. */
export abstract class ClientError extends Error {
  abstract readonly code: string;
  /** The operationId of the call that failed. */
  declare readonly operation?: string;
  /** The function that was called, where its name differs from the operationId. */
  declare readonly operationName?: string;
  /** The HTTP method of the request that failed. */
  declare readonly method?: string;
  /** The URL of the request that failed, without its query. */
  declare readonly url?: string;

  /** Copies all other members of the details to properties as well. */
  constructor(
    message: string,
    { cause, ...details }: FailureDetails & Readonly<Record<string, unknown>> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, details);
  }

  /** The brand that `isClientError` checks. */
  get [BRAND](): true {
    return true;
  }
}

/** Distinguishes an error of a generated client from any other error, even across realms and copies of the package. */
export function isClientError(value: unknown): value is ClientError {
  return BRAND in Object(value);
}

/** Error thrown when the calling code is at fault: an option or a parameter that nothing can be sent with. */
export class ConfigurationError extends ClientError {
  // Written out, since minified classes have other names.
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration_invalid';
}

/** Error thrown when no complete response arrived; `cause` says why. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
  readonly code = 'network_error';
}

/** Facts about a failed response. */
export interface ResponseDetails extends FailureDetails {
  status: number;
  contentType: string | undefined;
  data: unknown;
  response: Response;
  retryAfter: number | undefined;
  issue?: Issue | undefined;
}

/** Base of the errors that a response is the reason of. */
abstract class ResponseError<TStatus extends number, TType, TData> extends ClientError {
  declare readonly status: TStatus;
  /** The documented media type of the body; undefined if the response has no body. */
  declare readonly contentType: TType;
  /** The body: JSON as its value, text as it came. */
  declare readonly data: TData;
  /** Its body has been read. */
  declare readonly response: Response;
  /** Seconds that the service asks to wait. */
  declare readonly retryAfter: number | undefined;

  constructor(message: string, details: ResponseDetails) {
    super(message, { ...details });
  }
}

/** Error thrown for a failure that the document describes. */
export class ApiError<
  TStatus extends number = number,
  TType = string | undefined,
  TData = unknown,
> extends ResponseError<TStatus, TType, TData> {
  override readonly name: string = 'ApiError';
  readonly code = 'api_error';
}

/** Error thrown for a response that the document does not describe, such as the page of a proxy. */
export class UnexpectedResponseError extends ResponseError<number, string | undefined, unknown> {
  /** The member by which its schema rejects the body, if the client validates responses. */
  declare readonly issue: Issue | undefined;
  override readonly name = 'UnexpectedResponseError';
  readonly code = 'unexpected_response';
}

/** Checks whether an error is a documented response of one operation, identified by its operationId or function. */
export function isApiErrorOf(error: unknown, id: string): boolean {
  if (!isClientError(error) || error.code !== 'api_error') return false;
  return error.operation === id || error.operationName === id;
}
