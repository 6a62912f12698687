import { ClientError } from '@keyframe/openapi-runtime/client';

// Registered, so that a second copy of this package, or a page in another realm, brands its errors alike.
const BRAND = Symbol.for('@keyframe/client');

/** Base of every error that the client throws by itself; `code` is stable, the message is for people. */
export abstract class KeyframeError extends ClientError {
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

  /** The mark that `isKeyframeError` looks for. */
  get [BRAND](): true {
    return true;
  }
}

/** Tells an error of the client from any other, also where `instanceof` fails: across realms and copies of the package. */
export function isKeyframeError(value: unknown): value is KeyframeError {
  return BRAND in Object(value);
}
