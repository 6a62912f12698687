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
/** Multiples of all slots that are searched, for one host and in total: all hosts that can be full hide no others. */
const SEARCH_OF_HOST = 2;
const SEARCH_WIDTH = 20;
/**
 * Pause between searches, as a multiple of the time of one. While someone holds a snapshot, as a backup does, a search reads
 * all that was sent since, and takes the longer the more that was.
 */
const PAUSE = 9;

export class Backlog {
  readonly #connection: Connection;
  readonly #options: BacklogOptions;
  /** Deliveries that the last search found and that are not claimed yet. */
  #found: readonly DueDelivery[] = [];
  /** Whether the last search found enough for all slots: then the next one is worth its time. */
  #isFull = false;
  /** Nothing is searched for before, as long as nothing has become due. */
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = Number.NEGATIVE_INFINITY;

  constructor(connection: Connection, options: BacklogOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Has the next search begin as soon as it may, since something has become due. */
  forget(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }

  /** Claims what has room beside what is running. */
  async claim(running: readonly SlotUse[]): Promise<ClaimedDelivery[]> {
    const isKnown = !this.#isOutdated() || (this.#found.length > 0 && performance.now() < this.#pausedMs);
    if (!isKnown) await this.#search();
    const claimed = await this.#claimFound(running);
    if (!isKnown || claimed.length > 0 || !this.#isOutdated()) return claimed;
    // No delivery of the list can be claimed any more.
    await this.#search();
    return this.#claimFound(running);
  }

  #isOutdated(): boolean {
    return performance.now() >= this.#untilMs;
  }

  async #claimFound(running: readonly SlotUse[]): Promise<ClaimedDelivery[]> {
    const { limits, leaseMs } = this.#options;
    const chosen = new Set(shareSlots(this.#found, running, limits).map(({ id }) => id));
    if (chosen.size === 0) return [];
    this.#found = this.#found.filter(({ id }) => !chosen.has(id));
    const claimed = await claimDeliveries(this.#connection, [...chosen], leaseMs);
    // More may be due than a search finds, or another process claims from the same backlog.
    if (this.#found.length === 0 || claimed.length < chosen.size) this.forget();
    return claimed;
  }

  async #search(): Promise<void> {
    const { limits, maxAgeMs } = this.#options;
    const { slots, perOwner } = limits;
    if (!this.#isFull || this.#found.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#pausedMs - performance.now())));
    }
    const startMs = performance.now();
    this.#untilMs = startMs + maxAgeMs;
    this.#found = await findDueDeliveries(this.#connection, {
      perOwner: perOwner * SEARCH_DEPTH,
      perHost: slots * SEARCH_OF_HOST,
      limit: slots * SEARCH_WIDTH,
    });
    const endMs = performance.now();
    this.#isFull = this.#found.length >= slots;
    this.#pausedMs = endMs + Math.min((endMs - startMs) * PAUSE, maxAgeMs);
  }
}
