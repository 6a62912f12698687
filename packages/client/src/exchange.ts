// One request and its answer, without retries: every way it can end is data or one of the client's errors.
import { NetworkError } from './network-error.ts';
import { responseError } from './response-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

/** Timers of JavaScript end at 24.8 days; whoever asks for more asks for no bound. */
const LONGEST_TIMER_MS = 2 ** 31;

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
 * Sends once and gives any 2xx (OPEN-1) with its body.
 * @throws the signal's reason when it is aborted, else a `ClientError`
 */
export async function exchange<TData>(
  send: (signal: AbortSignal) => Promise<Answer<TData>>,
  { signal, timeoutMs }: ExchangeOptions,
): Promise<{ data: TData; response: Response }> {
  const timeout = new AbortController();
  const timer =
    timeoutMs < LONGEST_TIMER_MS
      ? setTimeout(() => timeout.abort(new DOMException('timed out', 'TimeoutError')), timeoutMs)
      : undefined;
  const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  const answer = await send(either)
    .catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw sendError(cause);
    })
    .finally(() => clearTimeout(timer));
  if (!answer.response.ok) throw responseError(answer.response, answer.error);
  const { data, response } = answer;
  if (data === undefined) {
    const { url, status } = response;
    throw new UnexpectedResponseError(`${url} answered ${status} without a body.`, { status });
  }
  return { data, response };
}

function sendError(cause: unknown): Error {
  if (cause instanceof SyntaxError) {
    return new UnexpectedResponseError(`The answer is not JSON: ${cause.message}`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new NetworkError(`No whole answer arrived: ${reason}`, { cause });
}
