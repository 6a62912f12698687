import { ClientError } from '@keyframe/openapi-runtime/client';

// A registered symbol marks the errors of other copies of this package and of other realms, too.
const BRAND = Symbol.for('@keyframe/client');

/** Base of every error that the client throws by itself; `code` is stable, the message is for people. */
export abstract class KeyframeError extends ClientError {
  /** The HTTP status of the response. */
  declare readonly status?: number;
  /** The service's id of the request; quote it when you ask for help. */
  declare readonly requestId?: string;
  /** Seconds to wait before the next attempt, if the service specifies them. */
  declare readonly retryAfter?: number;
  /** Credits that the task needs; only of `insufficient_credits`. */
  declare readonly required?: number;
  /** Credits on hand; only of `insufficient_credits`. */
  declare readonly available?: number;
  /** Location of the problem: a JSON pointer into the request's body, or the name of a header; only of `invalid_request`. */
  declare readonly param?: string;
  /** The task that was accepted before the failure: wait for it again by this id. */
  declare readonly taskId?: string;

  /** The mark that `isKeyframeError` looks for. */
  get [BRAND](): true {
    return true;
  }
}

/** Reports whether an error is one of the client, even across realms and copies of the package, where `instanceof` fails. */
export function isKeyframeError(value: unknown): value is KeyframeError {
  return BRAND in Object(value);
}
