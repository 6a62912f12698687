import type { Operation } from '@keyframe/openapi-model';

/** Describes the error of a request, with the body of its response, or what the document says of one without a body. */
export function describeFailure(
  error: Error & { status?: unknown; data?: unknown; retryAfter?: number | undefined },
  { responses }: Pick<Operation, 'responses'>,
): string {
  const { message, status, data, retryAfter } = error;
  const lines = [message];
  if (data === undefined || data === '') {
    const documented = responses.find((one) => /^[45]/.test(one.status) && one.status === String(status));
    if (documented) lines.push(`Documented as: ${documented.description.trim()}`);
  } else if (typeof data === 'object' && data !== null) {
    const body = JSON.stringify(data);
    if (!message.includes(body)) lines.push(body);
  }
  if (retryAfter !== undefined) lines.push(`Call again after ${retryAfter} s.`);
  return lines.join('\n');
}
