import type { Log } from '../telemetry/log.ts';

export interface PollerOptions {
  /** Polls; `sinceMs` is the time since the last poll that succeeded began, 0 for the first one after a pause. */
  readonly poll: (sinceMs: number) => Promise<void>;
  /** Whether somebody needs the next poll. */
  readonly isNeeded: () => boolean;
  readonly everyMs: number;
  readonly log: Log;
  /** Message when a poll fails; it is logged again only after a poll that succeeded. */
  readonly failure: string;
}

/** Polls for those who need it, and does nothing while nobody does. */
export class Poller {
  readonly #options: PollerOptions;
  #isPolling = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Polls at once, and at the interval until it is not needed; without effect while it polls. */
  start(): void {
    if (!this.#isPolling) void this.#run();
  }

  async #run(): Promise<void> {
    const { poll, isNeeded, everyMs, log, failure } = this.#options;
    this.#isPolling = true;
    let isFailing = false;
    let succeededMs = performance.now();
    while (isNeeded()) {
      const startedMs = performance.now();
      try {
        await poll(startedMs - succeededMs);
        succeededMs = startedMs;
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, failure);
        isFailing = true;
      }
      if (isNeeded()) await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
    }
    this.#isPolling = false;
  }
}
