// Default responses to rejected requests: problem details (RFC 9457), with one error for each issue.
import type { Context } from 'hono';
import type { z } from 'zod';
import { joinPointer } from '../json-pointer.ts';
import { describeIssue, type IssueDetails } from './describe-issue.ts';

/** The status of a request that the runtime itself rejects. */
export type RejectionStatus = 400 | 401 | 415;

/** One error of a request. */
export interface RequestError {
  /** The part of the request: `param`, `query`, `header`, `cookie`, `json` or `form`. */
  in: string;
  /** JSON pointer (RFC 6901) into the part: `/limit`, or `/items/0/quantity` in a body. */
  pointer: string;
  detail: string;
}

const TITLES: Readonly<Record<RejectionStatus, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  415: 'Unsupported Media Type',
};

/** Limit of errors in a response; a body may have a hundred thousand. */
const MAX_ERRORS = 20;

/** Lists the first errors of a part of a request. */
export function listErrors(part: string, issues: readonly z.core.$ZodIssue[]): RequestError[] {
  return issues.slice(0, MAX_ERRORS).map((issue) => ({
    in: part,
    pointer: joinPointer(issue.path),
    detail: describeIssue(issue as IssueDetails),
  }));
}

/** Responds to a request that the runtime rejects. */
export function respondWithProblem(
  context: Context,
  status: RejectionStatus,
  errors: readonly RequestError[] = [],
): Response {
  const problem = { title: TITLES[status], status, ...(errors.length === 0 ? {} : { errors }) };
  return context.body(JSON.stringify(problem), status, { 'content-type': 'application/problem+json' });
}
