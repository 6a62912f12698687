import { type Egress, EgressError, type EgressReason, type EgressResponse } from '../egress/index.ts';

/** Describes one attempt. */
export interface CallbackRequest {
  egress: Egress;
  url: string;
  /** JSON text. */
  body: string;
  /** The signature. */
  headers: Readonly<Record<string, string>>;
  /** Bound of the whole exchange, the receiver's body included (LIM-3). */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** What is known of every attempt; `httpStatus` and `excerpt` are set when the receiver answered. */
interface Answered {
  readonly latencyMs: number;
  readonly httpStatus?: number;
  /** The start of the receiver's body. */
  readonly excerpt?: string;
}

/** Tells how an attempt ended; `errorClass` is a stable word, such as `timeout` or `status`. */
export type CallbackOutcome =
  | (Answered & { readonly ok: true })
  | (Answered & { readonly ok: false; readonly errorClass: EgressReason; readonly problem: string });

const MAX_RESPONSE_BYTES = 64 * 1_024;
/** What the database stores of a problem and of an excerpt. */
const MAX_TEXT_LENGTH = 500;

/** Bounds what a receiver chose, and leaves out the NUL that PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH);
}

function excerptOf({ body }: EgressResponse): { excerpt?: string } {
  const excerpt = storable(body.toString('utf8')).trim();
  return excerpt === '' ? {} : { excerpt };
}

/**
 * Makes one attempt and never rejects, since an attempt that nobody records would be made for ever. Only a 2xx is a success (EVT-4); a redirect is not
 * followed (OPEN-19); a receiver that keeps the exchange open past the time-out has not answered (EVT-5).
 */
export async function sendCallback(request: CallbackRequest): Promise<CallbackOutcome> {
  const { egress, url, body, timeoutMs, signal } = request;
  const startedAt = performance.now();
  const latency = () => performance.now() - startedAt;
  try {
    const response = await egress.request({
      method: 'POST',
      ...{ url, body, timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES, protocols: ['https:'] },
      headers: {
        ...request.headers,
        'content-type': 'application/json',
        'user-agent': 'Keyframe-Callback/1',
      },
      ...(signal && { signal }),
    });
    const { status: httpStatus } = response;
    const answered = { httpStatus, latencyMs: latency(), ...excerptOf(response) };
    if (httpStatus >= 200 && httpStatus < 300) return { ok: true, ...answered };
    const problem = `the receiver answered ${httpStatus}, and only 2xx counts`;
    return { ok: false, errorClass: 'status', problem, ...answered };
  } catch (error) {
    const { reason: errorClass, message, status } = asEgressError(error, signal);
    const answered = status === undefined ? {} : { httpStatus: status };
    return { ok: false, errorClass, problem: storable(message), latencyMs: latency(), ...answered };
  }
}

function asEgressError(error: unknown, signal: AbortSignal | undefined): EgressError {
  if (error instanceof EgressError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EgressError(signal?.aborted ? 'aborted' : 'protocol', message, { cause: error });
}
