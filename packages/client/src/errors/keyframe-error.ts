/** What is known of a failure; absent where it does not apply. */
export interface ErrorDetails extends ErrorOptions {
  method?: string | undefined;
  url?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  required?: number | undefined;
  available?: number | undefined;
  param?: string | undefined;
  taskId?: string | undefined;
}

// Registered, so that a second copy of this package, or a page in another realm, brands its errors alike.
const BRAND = Symbol.for('@keyframe/client');

/** Base of every error that the client throws by itself; `code` is stable, the message is for people. */
export abstract class KeyframeError extends Error {
  abstract readonly code: string;
  /** The HTTP method of the request that failed. */
  declare readonly method?: string;
  /** The URL of the request that failed, without query and credentials. */
  declare readonly url?: string;
  /** The HTTP status of the response. */
  declare readonly status?: number;
  /** What the service calls the request; quote it when you ask for help. */
  declare readonly requestId?: string;
  /** Seconds to wait before the next attempt, when the service says so. */
  declare readonly retryAfter?: number;
  /** Credits that the task needs; only of `insufficient_credits`. */
  declare readonly required?: number;
  /** Credits on hand; only of `insufficient_credits`. */
  declare readonly available?: number;
  /** What is wrong: a JSON pointer into the request's body, or the name of a header; only of `invalid_request`. */
  declare readonly param?: string;
  /** The task that was accepted before the failure: wait for it again by this id. */
  declare readonly taskId?: string;

  constructor(message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, details);
  }

  /** The mark that `isKeyframeError` looks for. */
  get [BRAND](): true {
    return true;
  }
}

/** Tells an error of the client from any other, also where `instanceof` fails: across realms and copies of the package. */
export function isKeyframeError(value: unknown): value is KeyframeError {
  return typeof value === 'object' && value !== null && BRAND in value;
}
