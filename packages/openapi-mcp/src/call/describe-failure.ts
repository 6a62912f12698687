/** Describes the error of a request, with the body of its response. */
export function describeFailure(error: Error & { data?: unknown; retryAfter?: number | undefined }): string {
  const { message, data, retryAfter } = error;
  const body = typeof data === 'object' && data !== null ? `\n${JSON.stringify(data)}` : '';
  const pause = retryAfter === undefined ? '' : `\nCall again after ${retryAfter} s.`;
  return message + body + pause;
}
