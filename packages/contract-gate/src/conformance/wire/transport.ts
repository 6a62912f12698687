// Sends requests to the one server under test: a bounded number at once, and a bounded number a second.
import { Readable } from 'node:stream';
import { errors, Pool } from 'undici';
import { ExchangeFailedError, type FailureKind } from './exchange-failed-error.ts';
import { type HeaderFields, type WireRequest, type WireResponse, withHeaders } from './wire.ts';

export interface TransportOptions {
  server: URL;
  /** Requests under way at once. */
  workers: number;
  /** Requests per second at most; unlimited when left out. */
  rate?: number | undefined;
  /** Time for a whole exchange. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Sends requests to one origin. */
export class Transport implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #options: TransportOptions;
  #sent = 0;
  #nextAt = 0;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#pool = new Pool(options.server.origin, {
      connections: options.workers,
      pipelining: 1,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      // Servers under test may have certificates of their own.
      connect: { rejectUnauthorized: false },
    });
  }

  /** The number of requests so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Waits until the rate allows one more request, and counts it. */
  async admit(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    this.#sent += 1;
    const { rate } = this.#options;
    if (rate === undefined) return;
    const now = performance.now();
    this.#nextAt = Math.max(now, this.#nextAt + 1_000 / rate);
    const wait = this.#nextAt - now;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** Sends a request and reads its whole response. Throws ExchangeFailedError. */
  async send(request: WireRequest): Promise<WireResponse> {
    await this.admit();
    try {
      return await this.#exchange(request);
    } catch (error) {
      const failure = failureOf(error);
      // A connection that the server closed between two requests says nothing about the second one.
      if (failure.kind !== 'reset') throw failure;
    }
    try {
      return await this.#exchange(request);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async #exchange({ method, target, headers, body, pauseMs }: WireRequest): Promise<WireResponse> {
    const slow = body && pauseMs !== undefined ? inTwoParts(body, pauseMs) : undefined;
    const response = await this.#pool.request({
      method: method as 'GET',
      path: target,
      headers: slow
        ? withHeaders(headers, { 'content-length': String(body?.length) }).flat()
        : headers.flat(),
      body: slow ?? body ?? null,
      responseHeaders: 'raw',
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: pairsOf(response.headers), body: bytes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}

function inTwoParts(body: Buffer, pauseMs: number): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from(
    (async function* () {
      yield body.subarray(0, middle);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      yield body.subarray(middle);
    })(),
  );
}

// With `responseHeaders: 'raw'` names and values come in turns.
function pairsOf(raw: unknown): HeaderFields {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? '',
    flat[2 * index + 1] ?? '',
  ]);
}

function failureOf(error: unknown): ExchangeFailedError {
  const message = error instanceof Error ? error.message : String(error);
  return new ExchangeFailedError(kindOf(error), message, error);
}

function kindOf(error: unknown): FailureKind {
  const code = String(Reflect.get(Object(error), 'code'));
  const isMismatch = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_') || isMismatch) return 'malformed';
  if (code === 'ECONNREFUSED') return 'refused';
  const name = String(Reflect.get(Object(error), 'name'));
  return /timeout/i.test(name) || /TIMEOUT/.test(code) ? 'timeout' : 'reset';
}
