// Limits the callbacks that are sent at the same time: a receiver that never answers holds a socket for each attempt.

/** The number of callbacks that all worlds send at the same time; of these, one world alone sends 64. */
export const MAX_SENDING = 704;
/** The number of callbacks that wait in all worlds; the 10,000 resources of one world can all advance at once. */
export const MAX_WAITING = 110_000;

/** The work of one world. */
interface Share {
  sending: number;
  readonly waiting: Set<() => Promise<void>>;
}

/** The slots of a mock for sending callbacks, which its worlds share. */
export class SendSlots {
  #sending = 0;
  #waiting = 0;
  /** By the names of worlds with work, in the order of their turns. */
  readonly #shares = new Map<string, Share>();

  /** Reports whether no more work of a world may wait. */
  isFull(world: string): boolean {
    return !hasRoom(this.#shares.get(world)?.waiting.size ?? 0, MAX_WAITING - this.#waiting);
  }

  /** Runs work when a slot is free, in the order of its world; returns a function that removes it from the queue. */
  run(world: string, work: () => Promise<void>): () => void {
    const share = this.#shares.get(world) ?? { sending: 0, waiting: new Set() };
    this.#shares.set(world, share);
    if (hasRoom(share.sending, MAX_SENDING - this.#sending)) {
      void this.#start(share, work);
      return () => undefined;
    }
    share.waiting.add(work);
    this.#waiting += 1;
    return () => {
      if (share.waiting.delete(work)) this.#waiting -= 1;
    };
  }

  #startNext(): void {
    // A world that has started work is visited again, after the others.
    for (const [world, share] of this.#shares) {
      const [work] = share.waiting;
      if (!work) {
        if (share.sending === 0) this.#shares.delete(world);
        continue;
      }
      if (!hasRoom(share.sending, MAX_SENDING - this.#sending)) continue;
      share.waiting.delete(work);
      this.#waiting -= 1;
      this.#shares.delete(world);
      this.#shares.set(world, share);
      void this.#start(share, work);
    }
  }

  async #start(share: Share, work: () => Promise<void>): Promise<void> {
    share.sending += 1;
    this.#sending += 1;
    await work();
    share.sending -= 1;
    this.#sending -= 1;
    this.#startNext();
  }
}

// A world may hold as much as a tenth of what is free, so dozens of worlds with dead receivers leave room for others.
function hasRoom(usage: number, free: number): boolean {
  return usage < Math.ceil(free / 10);
}
