// One exchange over a pool of connections. A server under test may be hostile: what it sends has to end in time, and to
// fit into memory.
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { type Dispatcher, errors } from 'undici';
import { ExchangeFailedError, type FailureKind } from './exchange-failed-error.ts';
import { findHeader, type HeaderFields, type WireResponse } from './wire.ts';

export interface ExchangeLimits {
  /** Time for the whole exchange: a drop now and then does not prolong it. */
  timeoutMs: number;
  /** Bytes of a body at most. */
  mostBytes: number;
  clock?: Clock | undefined;
}

/**
 * Sends a request and reads its whole response, or what arrives in time of an event stream, which may stay open. Throws
 * ExchangeFailedError.
 */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    pool.dispatch(request, new ResponseReader(limits, { resolve, reject }));
  });
}

interface Outcome {
  resolve: (response: WireResponse) => void;
  reject: (error: ExchangeFailedError) => void;
}

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits;
  readonly #outcome: Outcome;
  readonly #cancelTimer: () => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: HeaderFields = [];
  #controller: Dispatcher.DispatchController | undefined;
  #failure: ExchangeFailedError | undefined;

  constructor(limits: ExchangeLimits, outcome: Outcome) {
    this.#limits = limits;
    this.#outcome = outcome;
    const { clock = SYSTEM_CLOCK, timeoutMs } = limits;
    this.#cancelTimer = clock.setTimer(timeoutMs, () => this.#endInTime());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Interim responses (RFC 9110, section 15.2) are overwritten by the final one.
    this.#status = status;
    this.#headers = readHeaderFields(rawHeaders);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    const { mostBytes } = this.#limits;
    if (this.#size > mostBytes) this.#fail('endless', `the body exceeds ${mostBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#cancelTimer();
    this.#outcome.resolve(this.#readResponse());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#cancelTimer();
    this.#outcome.reject(
      this.#failure ?? new ExchangeFailedError(classifyError(error), error.message, error),
    );
  }

  #readResponse(): WireResponse {
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    return { status: this.#status, headers: this.#headers, body };
  }

  #endInTime(): void {
    const contentType = findHeader({ headers: this.#headers }, 'content-type') ?? '';
    if (/^text\/event-stream\s*(?:;|$)/i.test(contentType)) this.#outcome.resolve(this.#readResponse());
    this.#fail('timeout', `no whole response within ${this.#limits.timeoutMs} ms`);
  }

  // A request that still waits for its connection has no controller yet.
  #fail(kind: FailureKind, message: string): void {
    this.#cancelTimer();
    this.#failure ??= new ExchangeFailedError(kind, message);
    this.#outcome.reject(this.#failure);
    this.#controller?.abort(this.#failure);
  }
}

/** Reads raw headers, in which names and values come in turns. */
export function readHeaderFields(raw: Dispatcher.DispatchController['rawHeaders']): HeaderFields {
  const flat = Array.isArray(raw) ? raw : [];
  const fields: [name: string, value: string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    fields.push([String(flat[index]), String(flat[index + 1])]);
  return fields;
}

function classifyError(error: Error): FailureKind {
  const code = String(Reflect.get(error, 'code'));
  const isMismatch = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_') || isMismatch) return 'malformed';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'endless';
  if (code === 'ECONNREFUSED') return 'refused';
  return /timeout/i.test(error.name) || /TIMEOUT/.test(code) ? 'timeout' : 'reset';
}
