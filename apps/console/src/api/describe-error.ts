import { ApiError, type Error as ErrorBody, NetworkError } from '@keyframe/console-contract/client';

/** Describes an error, by the message of the service if it has one. */
export function describeError(error: unknown): string {
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

function errorBody({ data }: ApiError): ErrorBody | undefined {
  const isBody = typeof data === 'object' && data !== null && 'error' in data;
  return isBody ? (data as ErrorBody) : undefined;
}
