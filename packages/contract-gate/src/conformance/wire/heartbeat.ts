// Decides whether a server has stopped answering, and which of the last requests stopped it.
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { type ConnectionOptions, createPool } from './connection.ts';
import { exchange } from './exchange.ts';
import { ExchangeFailedError } from './exchange-failed-error.ts';
import { ServerStoppedError } from './server-stopped-error.ts';
import type { WireRequest } from './wire.ts';

export interface HeartbeatOptions {
  connection: ConnectionOptions;
  /** Returns the time for a probe that begins now. */
  findTimeoutMs: () => number;
  /** Sends one request, without a check of the server. */
  send: (request: WireRequest) => Promise<unknown>;
  /** Whether the run must end, which leaves no time for probes. */
  isEnding: () => boolean;
}

interface Attempt {
  request: WireRequest;
  /** Undefined while the request is under way. */
  endedAt: number | undefined;
}

const MOST_ATTEMPTS = 20;
// A server that ends after its response takes a moment.
const SUSPICIOUS_MS = 1_000;
const PROBES = 3;
const PAUSE_MS = 200;
const MOST_PROBE_BYTES = 2 ** 20;

/** Remembers the last requests, and probes the server after a failure. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #clock: Clock;
  readonly #attempts: Attempt[] = [];
  #hasAnswered = false;
  #probing: Promise<void> | undefined;
  #stopped: ServerStoppedError | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#clock = options.connection.clock ?? SYSTEM_CLOCK;
  }

  /** Whether the server has stopped answering. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Whether the server has answered any request. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Throws ServerStoppedError if the server has stopped answering. */
  throwIfStopped(): void {
    if (this.#stopped) throw this.#stopped;
  }

  /** Remembers a request while it is under way and for a while after. */
  async watch<TResponse>(request: WireRequest, sending: Promise<TResponse>): Promise<TResponse> {
    const attempt: Attempt = { request, endedAt: undefined };
    this.#attempts.push(attempt);
    if (this.#attempts.length > MOST_ATTEMPTS) this.#attempts.shift();
    try {
      const response = await sending;
      this.#hasAnswered = true;
      return response;
    } finally {
      attempt.endedAt = this.#clock.now();
    }
  }

  /** Probes the server after a failed request. Throws ServerStoppedError if it does not answer. */
  async requireAnswer(error: ExchangeFailedError): Promise<void> {
    if (error.kind === 'endless' || error.kind === 'malformed') return;
    // A server that has never answered may have stopped at its first request, but it has not if it only does not answer.
    if (!this.#hasAnswered && error.kind === 'timeout') return;
    this.#probing ??= this.#check(error).finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async #check(error: ExchangeFailedError): Promise<void> {
    const failedAt = this.#clock.now();
    if (await this.#isAnswering()) return;
    const isSuspect = ({ endedAt = failedAt }: Attempt) => endedAt > failedAt - SUSPICIOUS_MS;
    const suspects = this.#attempts.filter(isSuspect).map(({ request }) => request);
    const culprit = await this.#replay(suspects);
    this.#stopped = new ServerStoppedError(error.message, { suspects, culprit, cause: error });
    throw this.#stopped;
  }

  // A supervisor may restart the server; then each suspect is sent alone, the last one first.
  async #replay(suspects: readonly WireRequest[]): Promise<WireRequest | undefined> {
    if (!(await this.#waitForRestart())) return undefined;
    for (const request of suspects.toReversed()) {
      if (this.#options.isEnding()) return undefined;
      await this.#options.send(request).catch(() => undefined);
      await this.#clock.sleep(PAUSE_MS);
      if (!(await this.#isAnswering())) return request;
    }
    return undefined;
  }

  async #waitForRestart(): Promise<boolean> {
    const until = this.#clock.now() + this.#options.findTimeoutMs();
    while (this.#clock.now() < until && !this.#options.isEnding()) {
      if (await this.#probe()) return true;
      await this.#clock.sleep(PAUSE_MS);
    }
    return false;
  }

  // A server counts as answering if the run ends before that is decided.
  async #isAnswering(): Promise<boolean> {
    for (let probe = 0; probe < PROBES; probe += 1) {
      if (this.#options.isEnding()) return true;
      if (probe > 0) await this.#clock.sleep(PAUSE_MS);
      if (await this.#probe()) return true;
    }
    return false;
  }

  // Any response will do. A new connection avoids those that the server has closed.
  async #probe(): Promise<boolean> {
    const { connection, findTimeoutMs } = this.#options;
    const { origin, pathname } = connection.server;
    const timeoutMs = findTimeoutMs();
    const pool = createPool(connection, { timeoutMs });
    try {
      const request = { origin, method: 'GET', path: pathname, headers: [] } as const;
      await exchange(pool, request, { timeoutMs, mostBytes: MOST_PROBE_BYTES, clock: this.#clock });
      return true;
    } catch (error) {
      if (!(error instanceof ExchangeFailedError)) return false;
      // Before the first answer, it is enough that the server accepts connections.
      return this.#hasAnswered ? ['endless', 'malformed'].includes(error.kind) : error.kind !== 'refused';
    } finally {
      await pool.destroy();
    }
  }
}
