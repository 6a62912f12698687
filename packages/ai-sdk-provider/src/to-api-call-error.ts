import { APICallError } from '@ai-sdk/provider';
import { isKeyframeError } from '@keyframe/client';

/** Statuses after which the same request may succeed. A conflict is not one: another request holds the key. */
const RETRYABLE = /^(?:408|429|5\d\d)$/;

/** Converts an error of the client to the SDK's, which the SDK retries if the same request may succeed; returns others as they are. */
export function toApiCallError(error: unknown, requestBodyValues?: unknown): unknown {
  if (!isKeyframeError(error)) return error;
  const { message, url = '', status, retryAfter, code, requestId } = error;
  return new APICallError({
    message,
    url,
    requestBodyValues,
    cause: error,
    data: { code, requestId },
    isRetryable: status === undefined ? code === 'network_error' : RETRYABLE.test(String(status)),
    ...(status !== undefined && { statusCode: status }),
    ...(retryAfter !== undefined && { responseHeaders: { 'retry-after': String(retryAfter) } }),
  });
}
