/**
 * Sends what is due in the outbox, which is its own queue. Owners and hosts have bounded shares of the slots:
 * what exceeds a share waits in the database and holds no slot, so a receiver that hangs delays only its own owner.
 */
import { type DeliverServices, deliverCallback } from './deliver.ts';
import { type ClaimedDelivery, claimDeliveries, findDueDeliveries } from './outbox.queries.ts';
import { type DueDelivery, type SlotLimits, shareSlots } from './share-slots.ts';

export interface Dispatcher {
  /** Looks for due deliveries at once instead of at the next poll; call it after a commit. */
  wake(): void;
  /** Claims no more, hands back what is under way, and waits for that. */
  stop(): Promise<void>;
}

/** Deliveries mostly wait, so slots are cheap. */
const LIMITS: SlotLimits = { slots: 256, perOwner: 8, perHost: 32 };
/** Of an owner's due deliveries, as many times its share are looked at: those to a full host hide no more than that. */
const SEARCH_DEPTH = 4;
const POLL_INTERVAL_MS = 500;
/** How long after its timeout an attempt may take to be recorded, before another process repeats it. */
const LEASE_MARGIN_MS = 5_000;

/** Starts sending due deliveries, within `limits` for this process. */
export function startDispatcher(services: DeliverServices, limits: SlotLimits = LIMITS): Dispatcher {
  const { database, log, callbackTimeoutMs } = services;
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, ClaimedDelivery>();
  /** What the last search found and nobody has claimed: a search takes a step for each owner that waits. */
  let found: readonly DueDelivery[] = [];
  let foundAt = Number.NEGATIVE_INFINITY;
  let claiming: Promise<void> | undefined;
  let isWoken = false;

  const start = (delivery: ClaimedDelivery) => {
    const attempt = deliverCallback(services, delivery, stopping.signal)
      // Its claim runs out, and it is due again.
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'an attempt was lost'))
      .finally(() => {
        underWay.delete(attempt);
        wake();
      });
    underWay.set(attempt, delivery);
  };

  const search = async (running: readonly ClaimedDelivery[]) => {
    found = await findDueDeliveries(database, {
      perOwner: limits.perOwner * SEARCH_DEPTH,
      fullHosts: fullHosts(running, limits.perHost),
    });
    foundAt = performance.now();
  };

  const claim = async (chosen: readonly DueDelivery[]) => {
    if (chosen.length === 0) return [];
    const ids = new Set(chosen.map(({ id }) => id));
    found = found.filter(({ id }) => !ids.has(id));
    const claimed = await claimDeliveries(database, [...ids], callbackTimeoutMs + LEASE_MARGIN_MS);
    // Another process claims from the same backlog: what is left of the last search is out of date.
    if (claimed.length < ids.size) found = [];
    return claimed;
  };

  /** What could be claimed when this asks; deliveries that another process claims first are no reason to ask again. */
  const claimSome = async (): Promise<ClaimedDelivery[]> => {
    const running = [...underWay.values()];
    const isKnown = found.length > 0 && performance.now() - foundAt < POLL_INTERVAL_MS;
    if (!isKnown) await search(running);
    const claimed = await claim(shareSlots(found, running, limits));
    return isKnown && claimed.length === 0 && found.length === 0 ? claimSome() : claimed;
  };

  const claimAll = async () => {
    while (!stopping.signal.aborted && underWay.size < limits.slots) {
      const claimed = await claimSome();
      if (claimed.length === 0) return;
      claimed.forEach(start);
    }
  };

  const wake = () => {
    isWoken = true;
    if (claiming !== undefined || stopping.signal.aborted) return;
    isWoken = false;
    claiming = claimAll()
      .catch((error: unknown) => log.error({ err: error }, 'due deliveries could not be claimed'))
      .finally(() => {
        claiming = undefined;
        if (isWoken) wake();
      });
  };

  const timer = setInterval(wake, POLL_INTERVAL_MS);
  wake();
  return {
    wake: () => {
      found = [];
      wake();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('The dispatcher is stopping.'));
      await claiming;
      await Promise.all(underWay.keys());
    },
  };
}

function fullHosts(running: readonly ClaimedDelivery[], perHost: number): string[] {
  const hosts = Map.groupBy(running, (delivery) => delivery.host);
  return [...hosts].filter(([, deliveries]) => deliveries.length >= perHost).map(([host]) => host);
}
