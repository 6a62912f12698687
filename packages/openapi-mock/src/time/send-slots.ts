// Limits the callbacks that are sent at the same time: a receiver that never answers holds a socket for each attempt.

/** The number of callbacks of a world that are sent at the same time. */
export const MAX_SENDING = 64;
/** The number of callbacks of a world that wait; the resources of a full world can all advance at once. */
export const MAX_WAITING = 10_000;

/** The slots of a world for sending callbacks. */
export class SendSlots {
  #free = MAX_SENDING;
  readonly #waiting = new Set<() => Promise<void>>();

  /** Whether no more work may wait. */
  get isFull(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  /** Runs work when a slot is free, first come, first served; returns a function that removes it from the queue. */
  run(work: () => Promise<void>): () => void {
    if (this.#free > 0) void this.#start(work);
    else this.#waiting.add(work);
    return () => void this.#waiting.delete(work);
  }

  async #start(work: () => Promise<void>): Promise<void> {
    this.#free -= 1;
    await work();
    this.#free += 1;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    void this.#start(next);
  }
}
