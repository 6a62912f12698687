/** Due deliveries from which a process claims. One search serves many claims: it takes a step for each owner that waits. */
import type { Connection } from '../db/batch.ts';
import { type ClaimedDelivery, claimDeliveries, findDueDeliveries } from './outbox.queries.ts';
import { type DueDelivery, type SlotLimits, type SlotUse, shareSlots } from './share-slots.ts';

export interface BacklogOptions {
  readonly limits: SlotLimits;
  /** How long a claim holds. */
  readonly leaseMs: number;
  /** How long what a search found is used. */
  readonly maxAgeMs: number;
}

/** Multiple of an owner's share that is searched: deliveries to a full host can hide no more than that. */
const SEARCH_DEPTH = 4;

export class Backlog {
  readonly #connection: Connection;
  readonly #options: BacklogOptions;
  /** Deliveries that the last search found and that are not claimed yet. */
  #found: readonly DueDelivery[] = [];
  #foundAt = Number.NEGATIVE_INFINITY;

  constructor(connection: Connection, options: BacklogOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Has the next claim search anew, since something has become due. */
  forget(): void {
    this.#found = [];
  }

  /** Claims what has room beside what is running; what another process claims first is no reason to ask again. */
  async claim(running: readonly SlotUse[]): Promise<ClaimedDelivery[]> {
    const isKnown = this.#found.length > 0 && performance.now() - this.#foundAt < this.#options.maxAgeMs;
    if (!isKnown) await this.#search(running);
    const claimed = await this.#claimFound(running);
    return isKnown && claimed.length === 0 && this.#found.length === 0 ? this.claim(running) : claimed;
  }

  async #search(running: readonly SlotUse[]): Promise<void> {
    const { perOwner, perHost } = this.#options.limits;
    this.#found = await findDueDeliveries(this.#connection, {
      perOwner: perOwner * SEARCH_DEPTH,
      fullHosts: fullHosts(running, perHost),
    });
    this.#foundAt = performance.now();
  }

  async #claimFound(running: readonly SlotUse[]): Promise<ClaimedDelivery[]> {
    const { limits, leaseMs } = this.#options;
    const chosen = new Set(shareSlots(this.#found, running, limits).map(({ id }) => id));
    if (chosen.size === 0) return [];
    this.#found = this.#found.filter(({ id }) => !chosen.has(id));
    const claimed = await claimDeliveries(this.#connection, [...chosen], leaseMs);
    // Another process claims from the same backlog: what is left of this search is out of date.
    if (claimed.length < chosen.size) this.forget();
    return claimed;
  }
}

function fullHosts(running: readonly SlotUse[], perHost: number): string[] {
  const hosts = Map.groupBy(running, (delivery) => delivery.host);
  return [...hosts].filter(([, deliveries]) => deliveries.length >= perHost).map(([host]) => host);
}
