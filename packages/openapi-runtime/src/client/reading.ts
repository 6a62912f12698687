// How responses are read: what an operation documents, and who reads it.
import type { Deadline } from './deadline.ts';
import type { Answer, ErrorFactory, Target } from './error-factory.ts';

/** Documented responses: the statuses, ranges (`4XX`) and `default` of each media type; '' for no body. */
export type DocumentedResponses = Readonly<Record<string, readonly (number | string)[]>>;

/** Reads the body of a response as a stream of items. */
export type StreamReader = (response: Response, reading: Reading) => AsyncIterable<unknown>;

/** The context in which a response is read. */
export interface Reading {
  definition: {
    responses?: DocumentedResponses | undefined;
    streams?: Readonly<Record<string, StreamReader>> | undefined;
  };
  target: Target;
  errors: ErrorFactory;
  /** Ended once the body is read; of a stream, only its timer is stopped. */
  deadline: Deadline;
  /**
   * Sends the request again after a pause, and returns the new body; null if the server has no more. Undefined if
   * repeating it is not safe.
   */
  resend?:
    | ((headers: Readonly<Record<string, string>>, delayMs: number) => Promise<Response['body']>)
    | undefined;
}

/**
 * Reads a response that the document describes.
 * @throws `errors.response` for any other one, and a SyntaxError for JSON that is cut off, which is a response that did
 * not arrive: a proxy may cut a body and correct its length
 */
export type ResponseReader = (response: Response, reading: Reading) => Promise<Answer>;

/** Creates the error of a response that did not arrive whole; that of an aborted call is its reason. */
export function interrupted({ target, errors, deadline }: Reading, cause: unknown): unknown {
  if (deadline.signal.aborted) return cause;
  return errors.network(`Response interrupted: ${target.method} ${target.url}.`, { ...target, cause });
}
