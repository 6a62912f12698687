// Sends requests to the one server under test: a bounded number at once, and a bounded number a second.

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import type { Dispatcher } from 'undici';
import packageJson from '../../../package.json' with { type: 'json' };
import { type ConnectionOptions, createPool } from './connection.ts';
import { exchange } from './exchange.ts';
import { ExchangeFailedError } from './exchange-failed-error.ts';
import { Heartbeat } from './heartbeat.ts';
import { findHeader, type WireRequest, type WireResponse, withHeaders } from './wire.ts';

export interface TransportOptions extends ConnectionOptions {
  /** Requests under way at once. */
  workers: number;
  /** Requests per second at most; unlimited by default. */
  rate?: number | undefined;
  /** Time for a whole exchange. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the run must end, for another reason than its signal; unlimited by default. */
  remainingMs?: () => number;
  /** Completes a request with what is only known when it is sent: current credentials, and a signature. */
  prepare?: (request: WireRequest) => Promise<WireRequest>;
  /** Reports whether a request has to be sent again because of its response. */
  isRepeated?: (request: WireRequest, response: WireResponse) => Promise<boolean>;
  /** Called with each response; may throw an error that ends the run. */
  onResponse?: (request: WireRequest, response: WireResponse) => Promise<void>;
}

// Credentials may expire again before the repeated request arrives.
const MOST_REPEATS = 2;
/** Limit of the bytes that are read of a response body; larger bodies are not worth checking. */
const MOST_BODY_BYTES = 16 * 2 ** 20;
// Servers may reject requests without it.
const USER_AGENT = { 'user-agent': `contract-gate/${packageJson.version}` };
// When tidying up.
const MOST_UNANSWERED = 3;
// After the end of the run.
const LONGEST_TIDYING_MS = 10_000;
// For a response to a request that is under way at the end of the run, or sent after it.
const LAST_RESPONSE_MS = 2_000;

/** Sends requests to one origin, and follows no redirect. */
export class Transport implements AsyncDisposable {
  readonly #pool: Dispatcher;
  readonly #options: TransportOptions;
  readonly #heartbeat: Heartbeat;
  readonly #clock: Clock;
  #isEnded = false;
  #sent = 0;
  #nextAt = 0;
  #underWay = 0;
  #tidyUntilMs: number | undefined;
  // The last requests that tidied up, and got no response.
  #unanswered = 0;
  // The end of the run cut off a request.
  #isCutOff = false;
  readonly #waiting: (() => void)[] = [];

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#pool = createPool(options, { connections: options.workers, timeoutMs: options.timeoutMs });
    this.#heartbeat = new Heartbeat({
      connection: options,
      findTimeoutMs: () => this.#timeoutMs,
      isEnding: () => this.#isEnding,
      send: (request) => this.#exchange(request),
    });
  }

  /** The number of requests so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Whether the server has stopped answering, or a response ended the run. */
  get isStopped(): boolean {
    return this.#isEnded || this.#heartbeat.isStopped;
  }

  get #isEnding(): boolean {
    return this.#remainingMs <= 0;
  }

  get #remainingMs(): number {
    const { signal, remainingMs = () => Number.POSITIVE_INFINITY } = this.#options;
    return signal?.aborted === true ? 0 : remainingMs();
  }

  // For an exchange that begins now.
  get #timeoutMs(): number {
    return Math.min(this.#options.timeoutMs, Math.max(this.#remainingMs, 0) + LAST_RESPONSE_MS);
  }

  /** Waits until the rate allows one more request, and counts it. Throws when the run was interrupted. */
  async admit(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    await this.#takeTurn();
    this.#options.signal?.throwIfAborted();
  }

  async #takeTurn(): Promise<void> {
    this.#sent += 1;
    const { rate } = this.#options;
    if (rate === undefined) return;
    const now = this.#clock.now();
    this.#nextAt = Math.max(now, this.#nextAt + 1_000 / rate);
    const wait = this.#nextAt - now;
    if (wait > 0) await this.#clock.sleep(wait);
  }

  /**
   * Sends a request and reads its whole response. Throws ExchangeFailedError, ServerStoppedError if the server answers no
   * request anymore, and when the run was interrupted.
   */
  async send(request: WireRequest): Promise<WireResponse> {
    await this.admit();
    try {
      const response = await this.#sendRenewed(request);
      await this.#options.onResponse?.(request, response);
      return response;
    } catch (error) {
      this.#isEnded ||= !(error instanceof ExchangeFailedError);
      throw error;
    }
  }

  /** Sends a request without reporting its response. */
  async repeat(request: WireRequest): Promise<WireResponse> {
    await this.admit();
    return this.#sendRenewed(request);
  }

  async #sendRenewed(request: WireRequest): Promise<WireResponse> {
    for (let left = MOST_REPEATS; ; left -= 1) {
      const response = await this.#sendPersistently(request);
      const isRepeated = (await this.#options.isRepeated?.(request, response)) ?? false;
      if (left === 0 || !isRepeated) return response;
    }
  }

  async #sendPersistently(request: WireRequest): Promise<WireResponse> {
    for (let left = this.#options.workers; ; left -= 1) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        // The server may have closed each connection of the pool since its last request.
        if (left === 0 || !(error instanceof ExchangeFailedError && error.kind === 'reset')) throw error;
      }
    }
  }

  async #attempt(request: WireRequest): Promise<WireResponse> {
    this.#heartbeat.throwIfStopped();
    if (this.#isCutOff) throw createCutOff();
    const timeoutMs = this.#timeoutMs;
    try {
      return await this.#heartbeat.watch(request, this.#exchange(request, timeoutMs));
    } catch (error) {
      if (!(error instanceof ExchangeFailedError)) throw error;
      const isCutOff = error.kind === 'timeout' && timeoutMs < this.#options.timeoutMs;
      this.#isCutOff ||= isCutOff;
      // If the server has answered no request at all, the timeout is a finding.
      if (isCutOff && this.#heartbeat.hasAnswered) throw createCutOff(error);
      await this.#heartbeat.requireAnswer(error);
      throw error;
    }
  }

  /**
   * Sends requests that tidy up, even after the end of the run. Whether they succeed does not matter, but a server that no
   * longer responds, or takes too long after the end, is given up.
   */
  async tidy(requests: readonly WireRequest[]): Promise<void> {
    const { workers } = this.#options;
    const waiting = requests.values();
    if (!this.#isEnding) this.#unanswered = 0;
    const most = this.#isCutOff ? 1 : MOST_UNANSWERED;
    const isHopeless = () => this.#unanswered >= most || this.#isTidyingOver();
    const lane = async () => {
      for (let next = waiting.next(); !next.done && !isHopeless(); next = waiting.next()) {
        await this.#takeTurn();
        const response = await this.#exchange(next.value).catch(() => undefined);
        this.#unanswered = response ? 0 : this.#unanswered + 1;
      }
    };
    await Promise.all(Array.from({ length: workers }, lane));
  }

  #isTidyingOver(): boolean {
    if (!this.#isEnding) return false;
    this.#tidyUntilMs ??= this.#clock.now() + LONGEST_TIDYING_MS;
    return this.#clock.now() > this.#tidyUntilMs;
  }

  /** Waits until no request is under way, and what was waiting for its response has seen it. */
  async settled(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await setImmediate();
  }

  async #exchange(request: WireRequest, timeoutMs = this.#timeoutMs): Promise<WireResponse> {
    this.#underWay += 1;
    try {
      return await this.#dispatch((await this.#options.prepare?.(request)) ?? request, timeoutMs);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  #dispatch(
    { method, target, headers, body, pauseMs }: WireRequest,
    timeoutMs: number,
  ): Promise<WireResponse> {
    const named =
      findHeader({ headers }, 'user-agent') === undefined ? withHeaders(headers, USER_AGENT) : headers;
    const slow =
      body && pauseMs !== undefined ? inTwoParts(body, () => this.#clock.sleep(pauseMs)) : undefined;
    const sent = slow ? withHeaders(named, { 'content-length': String(body?.length) }) : named;
    return exchange(
      this.#pool,
      {
        origin: this.#options.server.origin,
        method: method as 'GET',
        path: target,
        headers: sent.flat(),
        body: slow ?? body ?? null,
      },
      { timeoutMs, mostBytes: MOST_BODY_BYTES, clock: this.#clock },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}

function createCutOff(cause?: ExchangeFailedError): ExchangeFailedError {
  return new ExchangeFailedError('cut-off', 'the run ended before the response', cause);
}

function inTwoParts(body: Buffer, pause: () => Promise<void>): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from(
    (async function* () {
      yield body.subarray(0, middle);
      await pause();
      yield body.subarray(middle);
    })(),
  );
}
