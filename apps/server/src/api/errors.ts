/** The seven errors of the contract, and the one body that they share (ERR-1). */
import type { Error as ErrorBody } from '@keyframe/contract/hono';
import type { Context } from 'hono';
import { SUSPENDED } from '../owners/suspensions.queries.ts';
import type { SubmissionRefusal } from '../tasks/submission.ts';

export type ErrorCode = ErrorBody['error']['code'];

/** Every code with its HTTP status (ERR-5); a test compares it with the contract. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_api_key: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>;

type ErrorStatus = (typeof ERROR_STATUS)[ErrorCode];

/** Thrown by middleware and handlers; answered as the contract's Error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: ErrorBody['error'], headers: Readonly<Record<string, string>> = {}) {
    super(error.message);
    this.body = { error };
    this.headers = headers;
  }

  get status(): ErrorStatus {
    return ERROR_STATUS[this.body.error.code];
  }
}

/** Says what is wrong with a request; `param` names the header or parameter at fault, or points into the body. */
export function invalidRequest(message: string, param?: string): ApiError {
  return new ApiError({ code: 'invalid_request', message, ...(param !== undefined && { param }) });
}

/** A part of a body, and what is wrong with it. */
export interface FieldProblem {
  /** Empty for the body as a whole. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Limit of problems that a message names; a body may have a hundred thousand. */
const MAX_PROBLEMS = 20;

/** Names all problems of a request at once, each as `field: what is allowed`; `param` is where the first one is. */
export function invalidFields(
  problems: readonly FieldProblem[],
  param: string | undefined = findPointer(problems),
): ApiError {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${formatField(path)}: ${message}`);
  const rest = problems.length - shown.length;
  return invalidRequest([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '), param);
}

/** Names a part of a body as messages do. */
export function formatField(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body';
}

function findPointer([first]: readonly FieldProblem[]): string | undefined {
  if (first === undefined || first.path.length === 0) return undefined;
  return first.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Throws what is wrong with a body before anything parses it. */
export function refuseBody(problems: readonly FieldProblem[]): never {
  throw invalidFields(problems);
}

export function invalidApiKey(): ApiError {
  return new ApiError(
    {
      code: 'invalid_api_key',
      message: 'The API key is missing, invalid, expired or revoked. Send "Authorization: Bearer <API_KEY>".',
    },
    { 'WWW-Authenticate': 'Bearer' },
  );
}

/** The key is valid, and an operator has suspended its owner. */
export function suspended(): ApiError {
  return new ApiError({ code: 'forbidden', message: SUSPENDED });
}

export function forbidden(scope: string): ApiError {
  return new ApiError({ code: 'forbidden', message: `The API key lacks the scope ${scope}.` });
}

export function testKeysOnly(): ApiError {
  return new ApiError({ code: 'forbidden', message: 'Only test keys have a sandbox.' });
}

export function notFound(message: string): ApiError {
  return new ApiError({ code: 'not_found', message });
}

export function rateLimited(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(
    { code: 'rate_limited', message, retry_after: retryAfterSeconds },
    { 'Retry-After': String(retryAfterSeconds) },
  );
}

/** Says that the inputs of failed tasks, which cost nothing, fill their budget. */
function tooManyFailures(retryAfterSeconds: number): ApiError {
  return rateLimited(
    `Failure limit exceeded: failed tasks of the last 24 hours hold more than 64 MB. Retry after ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  );
}

/** Creates the error of a submission that was refused. */
export function refusedSubmission(refusal: SubmissionRefusal): ApiError {
  switch (refusal.kind) {
    case 'forbidden_urls':
      return invalidFields(refusal.urls);
    case 'insufficient_credits': {
      const { required, available } = refusal;
      const message = `The task requires ${required} credits (${available} available).`;
      return new ApiError({ code: 'insufficient_credits', message, required, available });
    }
    case 'idempotency_key_reused':
      return invalidRequest(
        'Idempotency-Key: must be new (used for a different body within the last 24 hours)',
        'Idempotency-Key',
      );
    case 'too_many_failures':
      return tooManyFailures(refusal.retryAfterSeconds);
  }
}

/** Says that an owner has too many streams and waiting requests at once, or the process has. */
export function tooManyStreams(): ApiError {
  return rateLimited(
    `Too many event streams at once. Query the task instead, or retry after ${STREAM_RETRY_SECONDS} seconds.`,
    STREAM_RETRY_SECONDS,
  );
}

/** Says that a result is downloaded too often at once, or the process has too many downloads. */
export function tooManyDownloads(): ApiError {
  return rateLimited(
    `Too many downloads at once. Retry after ${DOWNLOAD_RETRY_SECONDS} seconds.`,
    DOWNLOAD_RETRY_SECONDS,
  );
}

export function internalError(): ApiError {
  return new ApiError({ code: 'internal_error', message: 'Internal server error. Retry later.' });
}

const STREAM_RETRY_SECONDS = 10;
const DOWNLOAD_RETRY_SECONDS = 10;

/** An outage that ends by itself; the wait is short, as a refused request costs nearly nothing (OPEN-12). */
const OUTAGE_RETRY_SECONDS = 5;

/** Creates the error for a part that cannot be reached for now; it contains when to retry. */
export function unavailable(part: 'its database' | 'the results'): ApiError {
  return createOutageError(OUTAGE_RETRY_SECONDS, `The server cannot reach ${part}.`);
}

/** Creates the error for a request that waited in vain for other requests of its owner. */
export function outOfTurn(): ApiError {
  return createOutageError(OUTAGE_RETRY_SECONDS, 'The request waited too long for its turn.');
}

/** Says that the transaction lost to others, as in a deadlock: nothing was changed. */
export function conflicted(): ApiError {
  return createOutageError(1, 'The request conflicted with concurrent requests.');
}

function createOutageError(seconds: number, reason: string): ApiError {
  const message = `${reason} Retry after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new ApiError(
    { code: 'internal_error', message, retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Refuses a method that a path lacks. */
export function refuseMethod(context: Context, allow: string): Response {
  const { method, path } = context.req;
  context.header('Allow', allow);
  const refusal = invalidRequest(`Method ${method} is not allowed at ${path} (allowed: ${allow}).`);
  return answerError(context, refusal, 405);
}

/** Answers an ApiError with its status, headers and body. */
export function answerError(
  context: Context,
  error: ApiError,
  status: 401 | 403 | 405 | ErrorStatus = error.status,
): Response {
  for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
  return context.json(error.body, status);
}
