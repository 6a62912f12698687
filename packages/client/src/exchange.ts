// One request and its answer, without retries: every way it can end is data or one of the client's errors.
import { NetworkError } from './network-error.ts';
import { responseError } from './response-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

/** What openapi-fetch gives for an answer. */
interface Answer<TData> {
  data?: TData;
  error?: unknown;
  response: Response;
}

/** Bounds one exchange. */
export interface ExchangeOptions {
  signal: AbortSignal | undefined;
  timeoutMs: number;
}

/**
 * Sends once and gives the body of any 2xx (OPEN-1).
 * @throws the signal's reason when it is aborted, else a `ClientError`
 */
export async function exchange<TData>(
  send: (signal: AbortSignal) => Promise<Answer<TData>>,
  { signal, timeoutMs }: ExchangeOptions,
): Promise<TData> {
  // What is left of a deadline is seldom a whole number, and may be nothing; the signal takes neither.
  const timeout = AbortSignal.timeout(Math.max(Math.ceil(timeoutMs), 1));
  const answer = await send(signal === undefined ? timeout : AbortSignal.any([signal, timeout])).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw sendError(cause);
    },
  );
  if (!answer.response.ok) throw responseError(answer.response, answer.error);
  if (answer.data === undefined) {
    const { url, status } = answer.response;
    throw new UnexpectedResponseError(`${url} answered ${status} without a body.`, { status });
  }
  return answer.data;
}

function sendError(cause: unknown): Error {
  if (cause instanceof SyntaxError) {
    return new UnexpectedResponseError(`The answer is not JSON: ${cause.message}`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new NetworkError(`No whole answer arrived: ${reason}`, { cause });
}
