import pLimit, { type LimitFunction } from 'p-limit';

/** How many jobs run at once, of all owners and of each. */
interface SlotLimits {
  readonly all: number;
  readonly perOwner: number;
}

/** Slots that owners share: each queues for itself, and only as many as an owner may hold queue for all. */
export interface FairSlots {
  /** Waits for a slot; returns what gives it back. Rejects with the signal's reason, and waits no longer. */
  take(owner: string, signal: AbortSignal | undefined): Promise<() => void>;
}

/** Creates the slots: whoever comes waits for `perOwner` jobs of each other owner at most, however many those have. */
export function createFairSlots({ all, perOwner }: SlotLimits): FairSlots {
  const shared = pLimit(all);
  const owners = new Map<string, LimitFunction>();
  return {
    async take(owner, signal) {
      signal?.throwIfAborted();
      const own = owners.get(owner) ?? pLimit(perOwner);
      owners.set(owner, own);
      const taken = Promise.withResolvers<() => void>();
      const leave = (): void => taken.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      const hold = async (): Promise<void> => {
        signal?.removeEventListener('abort', leave);
        // Whoever has left still has a turn, which is over at once.
        if (!signal?.aborted) await new Promise<void>((giveBack) => taken.resolve(giveBack));
      };
      own(() => shared(hold)).finally(() => {
        if (own.activeCount + own.pendingCount === 0) owners.delete(owner);
      });
      return taken.promise;
    },
  };
}
