/** How many jobs run at once, of all owners and of each. */
interface SlotLimits {
  readonly all: number;
  readonly perOwner: number;
}

/** Slots that owners share: whoever has waited longest among those who hold the fewest gets the next one. */
export interface FairSlots {
  /** Waits for a slot; returns what gives it back. Rejects with the signal's reason, and waits no longer. */
  take(owner: string, signal: AbortSignal | undefined): Promise<() => void>;
}

interface Waiter {
  readonly owner: string;
  readonly enter: () => void;
}

/** Creates the slots. */
export function createFairSlots({ all, perOwner }: SlotLimits): FairSlots {
  const held = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let taken = 0;

  const heldBy = (owner: string): number => held.get(owner) ?? 0;
  const enter = (owner: string): void => {
    taken += 1;
    held.set(owner, heldBy(owner) + 1);
  };
  const letIn = (): void => {
    while (taken < all) {
      const eligible = [...waiters].filter(({ owner }) => heldBy(owner) < perOwner);
      const [next] = eligible.sort((one, other) => heldBy(one.owner) - heldBy(other.owner));
      if (next === undefined) return;
      waiters.delete(next);
      enter(next.owner);
      next.enter();
    }
  };
  const leave = (owner: string): void => {
    taken -= 1;
    if (heldBy(owner) === 1) held.delete(owner);
    else held.set(owner, heldBy(owner) - 1);
    letIn();
  };
  return {
    async take(owner, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter: Waiter = { owner, enter: resolve };
      const abort = (): void => {
        // Whoever has been let in meanwhile gives the slot back as ever.
        if (waiters.delete(waiter)) reject(signal?.reason);
      };
      waiters.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
      letIn();
      await promise.finally(() => signal?.removeEventListener('abort', abort));
      return () => leave(owner);
    },
  };
}
