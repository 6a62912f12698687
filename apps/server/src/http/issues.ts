/** Turns what the contract's validators found into one sentence per problem, each with its place. */
import { type ApiError, invalidRequest } from './errors.ts';

/** The part of a zod issue that a client can use. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Makes `invalid_request` out of all problems of a request at once, such as `input.duration: Too small…`. */
export function describeIssues(issues: readonly Issue[]): ApiError {
  const problems = issues.map(({ path, message }) => `${path.map(String).join('.') || 'body'}: ${message}`);
  return invalidRequest([...new Set(problems)].join('; '));
}
