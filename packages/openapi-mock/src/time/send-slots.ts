// Limits the callbacks that are sent at the same time: a receiver that never answers holds a socket for each attempt.

/** The number of callbacks that are sent at the same time. */
export const MAX_SENDING = 64;
/** The number of callbacks that wait for a slot; the resources of a full world can all advance at once. */
export const MAX_WAITING = 10_000;
const REMOVED = 'the resource was removed';

/** The slots of a mock for sending callbacks. */
export class SendSlots {
  #free = MAX_SENDING;
  readonly #waiting: ((isOpen: boolean) => void)[] = [];

  /** Runs work when a slot is free, first come, first served; returns the reason if it was not run. */
  async run(work: () => Promise<void>, origin?: { isRemoved: boolean }): Promise<string | undefined> {
    if (origin?.isRemoved) return REMOVED;
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= MAX_WAITING) return `${MAX_WAITING} callbacks were waiting already`;
    else if (!(await this.#wait())) return 'the mock was closed';
    try {
      // While it waited.
      if (origin?.isRemoved) return REMOVED;
      await work();
    } finally {
      this.#release();
    }
    return undefined;
  }

  /** Drops the work that waits. */
  close(): void {
    for (const end of this.#waiting.splice(0)) end(false);
  }

  #wait(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  // The slot passes to the work that waits, so that later work cannot take it first.
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next(true);
    else this.#free += 1;
  }
}
