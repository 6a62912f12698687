// Sends requests again after a rate limit that ends soon, and while the server is starting.
import type { Clock } from '@keyframe/openapi-runtime/internal';
import type { ConformanceOptions } from '../conformance.ts';
import type { Transport } from '../wire/transport.ts';
import { findHeader, type WireRequest, type WireResponse } from '../wire/wire.ts';

const LONGEST_WAIT_MS = 15_000;
const MOST_WAITS = 4;
const LONGEST_START_MS = 60_000;

/** The time of a run, and the connection to its server. */
interface RunTime {
  readonly clock: Clock;
  readonly elapsedMs: number;
  readonly options: Pick<ConformanceOptions, 'waitMs'>;
  readonly remainingMs: number;
  readonly transport: Pick<Transport, 'send'>;
}

/** Sends requests and waits as long as their responses ask for. */
export class PatientSender {
  readonly #run: RunTime;
  // Until the first response but 503, the server may be starting.
  #isStarting = true;

  constructor(run: RunTime) {
    this.#run = run;
  }

  /** Returns the last response; `onLimit` is called with each 429 before it. */
  async send(request: WireRequest, onLimit: (response: WireResponse) => void): Promise<WireResponse> {
    const { clock, options, transport } = this.#run;
    for (let waits = 0; ; waits += 1) {
      const response = await transport.send(request);
      this.#isStarting &&= response.status === 503;
      const waitMs = readRetryAfter(response);
      const { elapsedMs, remainingMs } = this.#run;
      const startMs = (options.waitMs ?? LONGEST_START_MS) - elapsedMs;
      const isLimited = response.status === 429 && waits < MOST_WAITS;
      const mostMs = this.#isStarting ? startMs : LONGEST_WAIT_MS;
      if (!(isLimited || this.#isStarting) || !(waitMs < Math.min(mostMs, remainingMs))) return response;
      if (isLimited) onLimit(response);
      await clock.sleep(waitMs);
    }
  }
}

// Returns NaN without a number of seconds.
function readRetryAfter(response: WireResponse): number {
  const text = findHeader(response, 'retry-after');
  const seconds =
    text !== undefined && /[A-Za-z]/.test(text) ? (Date.parse(text) - Date.now()) / 1_000 : Number(text);
  return Math.max(seconds * 1_000, 100);
}
