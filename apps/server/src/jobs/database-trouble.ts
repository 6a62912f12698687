/**
 * Notes when the database last did not answer, or not in time. What was to be renewed in that time may have ended although
 * its process lives.
 */
export class DatabaseTrouble {
  readonly #limitMs: number;
  readonly #now: () => number;
  #lastMs: number;

  /** An answer after more than `limitMs` is trouble, and so is the time before the first one. */
  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs;
    this.#now = now;
    this.#lastMs = now();
  }

  /** Whether the last trouble is longer ago than that. */
  isOver(forMs: number): boolean {
    return this.#now() - this.#lastMs > forMs;
  }

  /** Notes whether statements are answered in time. */
  async watch<TResult>(statements: () => Promise<TResult>): Promise<TResult> {
    const startedMs = this.#now();
    let isInTime = false;
    try {
      const result = await statements();
      isInTime = this.#now() - startedMs <= this.#limitMs;
      return result;
    } finally {
      if (!isInTime) this.#lastMs = this.#now();
    }
  }
}
