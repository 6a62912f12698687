import { EgressError } from './egress-error.ts';

/** Least amount that must arrive in any period of `withinMs`: the head of the response, then `bytes` of its body. */
export interface SlowestTransfer {
  readonly bytes: number;
  readonly withinMs: number;
  /** The host is not at fault: others wait, and the transfer may be tried again. */
  readonly isPreempted?: boolean;
}

interface Sample {
  readonly at: number;
  readonly total: number;
}

const CHECKS_PER_PERIOD = 10;
const LONGEST_PERIOD_MS = 60_000;

/** Aborts a download that is slower than `slowest` allows at that moment. */
export class StallTimeout implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #samples: Sample[] = [];
  #since = performance.now();
  #total = 0;

  constructor(slowest: (() => SlowestTransfer) | undefined) {
    if (slowest === undefined) return;
    this.#timer = setInterval(() => this.#check(slowest()), slowest().withinMs / CHECKS_PER_PERIOD);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the first period of the body. */
  answered(): void {
    this.#since = performance.now();
  }

  arrived(bytes: number): void {
    this.#total += bytes;
  }

  #check({ bytes, withinMs, isPreempted = false }: SlowestTransfer): void {
    const now = performance.now();
    this.#samples.push({ at: now, total: this.#total });
    this.#samples = this.#samples.filter(({ at }) => at >= now - LONGEST_PERIOD_MS);
    if (now - this.#since < withinMs) return;
    const start = this.#samples.findLast(({ at }) => at <= now - withinMs);
    const arrived = this.#total - (start?.total ?? 0);
    if (arrived >= bytes) return;
    const reason = isPreempted ? 'preempted' : 'timeout';
    this.#controller.abort(new EgressError(reason, `only ${arrived} bytes arrived within ${withinMs} ms`));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
