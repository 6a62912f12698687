// How responses are read: what an operation documents, and who reads it.
import type { Deadline } from './deadline.ts';
import type { Answer, ErrorFactory, Target } from './error-factory.ts';

/** Documented responses: the statuses, ranges (`4XX`) and `default` of each media type; '' for no body. */
export type DocumentedResponses = Readonly<Record<string, readonly (number | string)[]>>;

/** The context in which a response is read. */
export interface Reading {
  definition: { responses?: DocumentedResponses | undefined };
  target: Target;
  errors: ErrorFactory;
  /** Ended once the body is read; of a stream, only its timer is stopped. */
  deadline: Deadline;
}

/**
 * Reads a response that the document describes.
 * @throws `errors.response` for any other one, and a SyntaxError for JSON that is cut off, which is a response that did
 * not arrive: a proxy may cut a body and correct its length
 */
export type ResponseReader = (response: Response, reading: Reading) => Promise<Answer>;
