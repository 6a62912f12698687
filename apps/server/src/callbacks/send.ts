import type { CallbackEvent } from '@keyframe/client/webhooks';
import { callbackRequest } from '@keyframe/contract/hono';
import { type Egress, EgressError, type EgressReason, type EgressResponse } from '../egress/index.ts';
import type { CallbackSignature } from './sign.ts';

/** Describes one attempt. */
export interface CallbackRequest {
  readonly egress: Egress;
  readonly url: string;
  /** The stored JSON text, which is sent unchanged. */
  readonly body: string;
  readonly sign: (body: string) => CallbackSignature;
  /** Bound of the whole exchange, the receiver's body included (LIM-3). */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Result of every attempt; `httpStatus` and `excerpt` are set if the receiver responded. */
interface AttemptResult {
  readonly latencyMs: number;
  readonly httpStatus?: number;
  /** The start of the receiver's body. */
  readonly excerpt?: string;
}

/** Outcome of an attempt; `errorClass` is a stable word, such as `timeout` or `status`. */
export type CallbackOutcome =
  | (AttemptResult & { readonly ok: true })
  | (AttemptResult & { readonly ok: false; readonly errorClass: EgressReason; readonly problem: string });

const MAX_RESPONSE_BYTES = 64 * 1_024;
/** Characters of a problem and of an excerpt that the database stores. */
const MAX_TEXT_LENGTH = 500;

/** Bounds a text that a receiver chose, and removes NUL, which PostgreSQL does not store. */
function boundText(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH);
}

function readExcerpt({ body }: EgressResponse): { excerpt?: string } {
  const excerpt = boundText(body.toString('utf8')).trim();
  return excerpt === '' ? {} : { excerpt };
}

/**
 * Makes one attempt and never rejects, since an attempt that is not recorded would be repeated forever. The contract's own
 * builder puts address, headers and body together and validates them. Only a 2xx is a success (EVT-4), a redirect is not
 * followed (OPEN-19), and a receiver that keeps the exchange open past the timeout has not responded (EVT-5).
 */
export async function attemptCallback(request: CallbackRequest): Promise<CallbackOutcome> {
  const startedAt = performance.now();
  const latency = () => performance.now() - startedAt;
  try {
    const response = await exchange(request);
    const { status: httpStatus } = response;
    const answered = { httpStatus, latencyMs: latency(), ...readExcerpt(response) };
    if (isSuccess(httpStatus)) return { ok: true, ...answered };
    const problem = `receiver returned ${httpStatus}, expected 2xx`;
    return { ok: false, errorClass: 'status', problem, ...answered };
  } catch (error) {
    const { reason: errorClass, message, status } = toEgressError(error, request.signal);
    const answered = status === undefined ? {} : { httpStatus: status };
    return { ok: false, errorClass, problem: boundText(message), latencyMs: latency(), ...answered };
  }
}

const CALLBACKS = {
  completed: 'createVideoGeneration.taskCompleted',
  failed: 'createVideoGeneration.taskFailed',
} as const;

async function exchange({ url, body, sign, ...limits }: CallbackRequest): Promise<EgressResponse> {
  const { status }: CallbackEvent = JSON.parse(body);
  const request = await callbackRequest(CALLBACKS[status], {
    exchange: { request: { body: { callback_url: url } } },
    headers: (text) => describeSignature(sign(text)),
    text: body,
  });
  return post(request, limits);
}

/** Gives the signature headers the types that the contract has for them. */
function describeSignature(signature: CallbackSignature) {
  return { ...signature, 'webhook-timestamp': Number(signature['webhook-timestamp']) };
}

/** Sends a request of the contract through SSRF protection. */
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

function toEgressError(error: unknown, signal: AbortSignal | undefined): EgressError {
  if (error instanceof EgressError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EgressError(signal?.aborted ? 'aborted' : 'protocol', message, { cause: error });
}
