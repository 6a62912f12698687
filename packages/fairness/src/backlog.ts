/** Result of a search. */
export interface Search<TDue> {
  readonly due: readonly TDue[];
  /** Time that the search took. */
  readonly tookMs: number;
  /** Whether it found enough for all slots: then the next search is worth its time. */
  readonly isFull: boolean;
}

/** The queue of a database, from which several processes claim. */
export interface DueSource<TDue, TRunning, TClaimed extends TRunning, TLimits> {
  search(running: readonly TRunning[], limits: TLimits): Promise<Search<TDue>>;
  /** Chooses what has room beside what is running. */
  choose(due: readonly TDue[], running: readonly TRunning[], limits: TLimits): readonly TDue[];
  /** Claims those that no other process has claimed. */
  claim(chosen: readonly TDue[]): Promise<readonly TClaimed[]>;
}

export interface BacklogOptions {
  /** How long what a search found is used, and the longest pause: owners that came later wait no longer. */
  readonly maxAgeMs: number;
  /** A search that takes longer is followed by a pause. */
  readonly longMs: number;
  /** Whether a claim that knows of nothing waits for the end of the pause; if not, it returns nothing. */
  readonly isWaiting: boolean;
}

/**
 * Pause between searches, as a multiple of the time of one. While someone holds a snapshot, as a backup does, a search reads
 * all that ended since, and takes the longer the more that was.
 */
const PAUSE = 9;
/** Claims of one call: the second one if another process has claimed what the first one chose. */
const ATTEMPTS = 2;

/** Due items that are not claimed yet. One search serves many claims: it takes a step for each owner that waits. */
export class Backlog<TDue, TRunning, TClaimed extends TRunning, TLimits> {
  readonly #source: DueSource<TDue, TRunning, TClaimed, TLimits>;
  readonly #options: BacklogOptions;
  #due: readonly TDue[] = [];
  #isFull = false;
  /** Nothing is searched for before, as long as nothing has become due. */
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = Number.NEGATIVE_INFINITY;

  constructor(source: DueSource<TDue, TRunning, TClaimed, TLimits>, options: BacklogOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Has the next search begin as soon as it may, since something has become due. */
  forget(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }

  /** Claims what has room beside what is running. */
  async claim(running: readonly TRunning[], limits: TLimits): Promise<TClaimed[]> {
    const claimed: TClaimed[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const held = [...running, ...claimed];
      if (this.#isOutdated() && !(attempt === 0 && this.#isUsable())) {
        if (!(await this.#endPause(claimed.length === 0))) break;
        await this.#search(held, limits);
      }
      const chosen = this.#source.choose(this.#due, held, limits);
      if (chosen.length > 0) {
        const taken = await this.#claimChosen(chosen);
        claimed.push(...taken);
        if (taken.length === chosen.length) break;
        // Another process claims from the same queue: what is left of this search is out of date.
        this.forget();
      } else if (!this.#isOutdated()) break;
    }
    return claimed;
  }

  #isOutdated(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** Whether something is left of a search that is outdated, but too costly to repeat at once. */
  #isUsable(): boolean {
    return this.#due.length > 0 && performance.now() < this.#pausedMs;
  }

  /** Waits for the end of the pause if it may; returns whether the pause is over. */
  async #endPause(hasTime: boolean): Promise<boolean> {
    const leftMs = this.#pausedMs - performance.now();
    if (leftMs <= 0) return true;
    const mayWait = hasTime && this.#options.isWaiting;
    if (mayWait) await new Promise((resolve) => setTimeout(resolve, leftMs));
    return mayWait;
  }

  async #search(running: readonly TRunning[], limits: TLimits): Promise<void> {
    const { maxAgeMs, longMs } = this.#options;
    this.#untilMs = performance.now() + maxAgeMs;
    const { due, tookMs, isFull } = await this.#source.search(running, limits);
    this.#due = due;
    this.#isFull = isFull;
    this.#pausedMs = performance.now() + (tookMs > longMs ? Math.min(tookMs * PAUSE, maxAgeMs) : 0);
  }

  async #claimChosen(chosen: readonly TDue[]): Promise<readonly TClaimed[]> {
    const claiming = new Set(chosen);
    this.#due = this.#due.filter((item) => !claiming.has(item));
    if (this.#due.length === 0) {
      // More may be due than a search finds.
      this.forget();
      if (this.#isFull) this.#pausedMs = Number.NEGATIVE_INFINITY;
    }
    return this.#source.claim(chosen);
  }
}
