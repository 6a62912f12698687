import type { CallbackEvent } from '@keyframe/client/webhooks';
import { sendCallback } from '@keyframe/contract/hono';
import { type Egress, EgressError, type EgressReason, type EgressResponse } from '../egress/index.ts';
import type { CallbackSignature } from './sign.ts';

/** Describes one attempt. */
export interface CallbackRequest {
  readonly egress: Egress;
  readonly url: string;
  /** The stored JSON text, which is sent as it is. */
  readonly body: string;
  readonly sign: (body: string) => CallbackSignature;
  /** Bound of the whole exchange, the receiver's body included (LIM-3). */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
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
 * Makes one attempt and never rejects, since an attempt that nobody records would be made for ever. The contract's own
 * sender puts address, headers and body together and validates them. Only a 2xx is a success (EVT-4); a redirect is
 * not followed (OPEN-19); a receiver that keeps the exchange open past the timeout has not answered (EVT-5).
 */
export async function attemptCallback(request: CallbackRequest): Promise<CallbackOutcome> {
  const startedAt = performance.now();
  const latency = () => performance.now() - startedAt;
  try {
    const response = await exchange(request);
    const { status: httpStatus } = response;
    const answered = { httpStatus, latencyMs: latency(), ...excerptOf(response) };
    if (isSuccess(httpStatus)) return { ok: true, ...answered };
    const problem = `the receiver answered ${httpStatus}, and only 2xx counts`;
    return { ok: false, errorClass: 'status', problem, ...answered };
  } catch (error) {
    const { reason: errorClass, message, status } = asEgressError(error, request.signal);
    const answered = status === undefined ? {} : { httpStatus: status };
    return { ok: false, errorClass, problem: storable(message), latencyMs: latency(), ...answered };
  }
}

const CALLBACKS = {
  completed: 'createVideoGeneration.taskCompleted',
  failed: 'createVideoGeneration.taskFailed',
} as const;

async function exchange({ url, body, sign, ...way }: CallbackRequest): Promise<EgressResponse> {
  const { status }: CallbackEvent = JSON.parse(body);
  let response: EgressResponse | undefined;
  await sendCallback(
    CALLBACKS[status],
    {
      exchange: { request: { body: { callback_url: url } } },
      headers: (text) => headersOf(sign(text)),
      text: body,
    },
    {
      fetch: async (request) => {
        response = await post(request, way);
        // Nothing of the answer but its status has a meaning; a Response takes no status beyond 599.
        return new Response(null, { status: isSuccess(response.status) ? 200 : 500 });
      },
    },
  );
  if (response === undefined) throw new Error('The callback was not sent.');
  return response;
}

function headersOf(signature: CallbackSignature) {
  return { ...signature, 'webhook-timestamp': Number(signature['webhook-timestamp']) };
}

/** Sends a request of the contract through the guarded way out. */
async function post(
  request: Request,
  { egress, timeoutMs, signal }: Pick<CallbackRequest, 'egress' | 'timeoutMs' | 'signal'>,
): Promise<EgressResponse> {
  return egress.request({
    method: request.method,
    url: request.url,
    headers: { ...Object.fromEntries(request.headers), 'user-agent': 'Keyframe-Callback/1' },
    body: await request.text(),
    timeoutMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    protocols: ['https:'],
    ...(signal && { signal }),
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function asEgressError(error: unknown, signal: AbortSignal | undefined): EgressError {
  if (error instanceof EgressError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EgressError(signal?.aborted ? 'aborted' : 'protocol', message, { cause: error });
}
