/** Turns of owners at something that all share, such as the connections of a pool. */
import { FairQueue } from './fair-queue.ts';
import { RoomByOwner } from './room-by-owner.ts';

export interface TurnOptions {
  /** Turns at once. */
  readonly total: number;
  /** How long a turn is waited for. */
  readonly timeoutMs: number;
}

/** Thrown when a turn does not come in time; the work has not begun. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError';
}

/** A turn that is waited for. */
interface Waiting {
  readonly begin: () => void;
}

/**
 * Lets an owner have no more turns at once than it leaves free. What it asks for beyond that waits behind its own, and the
 * owners that wait take turns.
 */
export class Turns {
  readonly #options: TurnOptions;
  readonly #room: RoomByOwner;
  readonly #waiting = new FairQueue<Waiting>();

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#room = new RoomByOwner({ total: options.total, perOwner: options.total });
  }

  /**
   * Does the work when it is the owner's turn.
   * @throws {TurnTimeoutError}
   */
  async take<TResult>(ownerId: string, work: () => Promise<TResult>): Promise<TResult> {
    const isNext = !this.#waiting.has(ownerId) && this.#room.enter(ownerId);
    if (!isNext) await this.#wait(ownerId);
    try {
      return await work();
    } finally {
      this.#room.leave(ownerId);
      this.#beginNext();
    }
  }

  #wait(ownerId: string): Promise<void> {
    const { timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.remove(ownerId, waiting);
        reject(new TurnTimeoutError(`No turn of the owner came within ${timeoutMs} ms.`));
      }, timeoutMs);
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.add(ownerId, waiting);
    });
  }

  #beginNext(): void {
    while (this.#room.count < this.#options.total) {
      const next = this.#waiting.take((ownerId) => this.#room.enter(ownerId));
      if (next === undefined) return;
      next.begin();
    }
  }
}
