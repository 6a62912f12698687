import { type Egress, EgressError, type EgressResponse } from '../egress/index.ts';

/** Describes one attempt. */
export interface CallbackRequest {
  egress: Egress;
  url: string;
  /** JSON text. */
  body: string;
  /** The signature. */
  headers: Readonly<Record<string, string>>;
  /** Bound of the whole exchange, the receiver's body included; 15 seconds unless given (LIM-3). */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Tells how an attempt ended; `reason` starts with a stable word and a colon, such as `timeout:` or `status:`. */
export type CallbackOutcome =
  | { ok: true; status: number; latencyMs: number }
  | { ok: false; status?: number; reason: string; latencyMs: number; excerpt?: string };

const CALLBACK_TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 64 * 1_024;
const EXCERPT_LENGTH = 500;

function excerptOf({ body }: EgressResponse): { excerpt?: string } {
  // PostgreSQL stores no NUL in text.
  const excerpt = body.toString('utf8').replaceAll('\0', '').slice(0, EXCERPT_LENGTH).trim();
  return excerpt === '' ? {} : { excerpt };
}

/**
 * Makes one attempt and never rejects for what the receiver does. Only a 2xx is a success (EVT-4); a redirect is not
 * followed (OPEN-19); a receiver that keeps the exchange open past the time-out has not answered (EVT-5).
 */
export async function sendCallback(request: CallbackRequest): Promise<CallbackOutcome> {
  const { egress, url, body, timeoutMs = CALLBACK_TIMEOUT_MS, signal } = request;
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
    const { status } = response;
    if (status >= 200 && status < 300) return { ok: true, status, latencyMs: latency() };
    const reason = `status: the receiver answered ${status}, and only 2xx counts`;
    return { ok: false, status, reason, latencyMs: latency(), ...excerptOf(response) };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const reason = `${error.reason}: ${error.message}`;
    const answered = error.status === undefined ? {} : { status: error.status };
    return { ok: false, ...answered, reason, latencyMs: latency() };
  }
}
