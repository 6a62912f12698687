import { ApiError, type Error as ErrorBody, NetworkError } from '@keyframe/console-contract/client';

/** Names of the contract's ids in paths; those of filters are written like `task_id`. */
const ID_IN_PATH = /^[a-z]+Id$/;

/** Describes an error, by the message of the service if it has one. */
export function describeError(error: unknown): string {
  if (isMalformedId(error)) return 'What this address names does not exist.';
  if (error instanceof ApiError)
    return errorBody(error)?.error.message ?? `The service returned status ${error.status}. Try again.`;
  if (error instanceof NetworkError)
    return 'The service cannot be reached. Check your connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** Reports whether an error is a response with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Reports whether the requested resource does not exist: 404, or 400 because an id in the path is malformed. */
export function isMissing(error: unknown): boolean {
  return hasStatus(error, 404) || isMalformedId(error);
}

function isMalformedId(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false;
  return ID_IN_PATH.test(errorBody(error)?.error.param ?? '');
}

function errorBody({ data }: ApiError): ErrorBody | undefined {
  const isBody = typeof data === 'object' && data !== null && 'error' in data;
  return isBody ? (data as ErrorBody) : undefined;
}
