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
    read?: ResponseReader;
    responses?: DocumentedResponses | undefined;
    streams?: Readonly<Record<string, StreamReader>> | undefined;
  };
  /** Parses JSON. */
  parse: (text: string) => unknown;
  target: Target;
  errors: ErrorFactory;
  /** Ended once the body is read; of a stream, only its timer is stopped. */
  deadline: Deadline;
  /** Repeats the call; only operations with streams have it. */
  repeat?: Repetition | undefined;
}

/** The means to send the request of a call again. */
export interface Repetition {
  /** Attempts after the first. */
  retries: number;
  sleep(ms: number): Promise<void>;
  /** Sends the request with more headers; without readers of streams, a stream is returned as it is. */
  send(headers: Readonly<Record<string, string>>, read: ResponseReader): Promise<Answer>;
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
