// The errors that calls reject with, as one value: a client with errors of its own ships no others.
import type { Issue } from '../validation/check.ts';
import type { ClientError, FailureDetails } from './errors.ts';

/** A response and its parsed body. */
export interface Answer {
  /** Whether the status is one of success. */
  ok: boolean;
  status: number;
  /** The documented media type; undefined where there is no body. */
  contentType: string | undefined;
  data: unknown;
  response: Response;
}

/** The requested resource, as errors and logs name it. */
export interface Target extends FailureDetails {
  method: string;
  /** Without its query. */
  url: string;
}

/** A response that is no success. */
export interface FailedAnswer {
  answer: Answer;
  target: Target;
  /** Whether the document describes it; the page of a proxy is not. */
  isDocumented: boolean;
  /** The member by which its schema rejects the body, if responses are validated. */
  issue?: Issue | undefined;
}

/** Makes the errors of a client. Their `code`, `status` and `retryAfter` decide whether a call is attempted again. */
export interface ErrorFactory {
  /** The calling code is at fault; `code` has to be `configuration_invalid`. */
  configuration(message: string): ClientError;
  /** No whole response arrived; `code` has to be `network_error`. */
  network(message: string, details: FailureDetails): ClientError;
  response(failed: FailedAnswer): ClientError;
}
