/** Reports the owners whose keys have changed, so that a process may hold keys in memory. */
import { Poller } from '../periodic/poller.ts';
import type { Log } from '../telemetry/log.ts';

/** The latest change of an owner's keys. */
export interface KeyChange {
  readonly ownerId: string;
  /** The transaction. */
  readonly changedIn: string;
}

/** Changes of keys, and where the next list begins. */
export interface KeyChangeList {
  readonly changes: readonly KeyChange[];
  readonly next: string;
}

export interface KeyChangesServices {
  /** Lists the changes since a former list, or those of the last minute. */
  readonly read: (since: string | undefined) => Promise<KeyChangeList>;
  readonly log: Log;
}

const INTERVAL_MS = 250;
/** A key that was revoked passes for this time at most. */
const MAX_AGE_MS = 1_000;
/** Reading ends when nobody has needed it for this time. */
const IDLE_MS = 10_000;
/** A key is held in memory for this time at most. */
export const KEY_MS = 300_000;

/** A feed of changed keys. It queries nothing while nobody needs it. */
export class KeyChanges {
  readonly #services: KeyChangesServices;
  readonly #poller: Poller;
  /** The latest change of each owner, as long as a key may be held that was read before. */
  readonly #seen = new Map<string, { readonly changedIn: string; readonly noticedMs: number }>();
  #next: string | undefined;
  /** Start of the latest reading that succeeded. */
  #readMs = Number.NEGATIVE_INFINITY;
  /** Time by which the next list has to arrive, to continue the one before it. */
  #deadlineMs = Number.POSITIVE_INFINITY;
  /** Arrival of the latest list that does not continue the one before it. */
  #interruptedMs = Number.NEGATIVE_INFINITY;
  #neededMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(services: KeyChangesServices) {
    this.#services = services;
    this.#poller = new Poller({
      poll: () => this.#read(),
      isNeeded: () => !this.#isClosed && performance.now() - this.#neededMs < IDLE_MS,
      everyMs: INTERVAL_MS,
      log: services.log,
      failure: 'the changes of keys could not be read',
    });
  }

  /** Whether all changes until a second ago are known. */
  isCurrent(nowMs: number): boolean {
    return nowMs - this.#readMs < MAX_AGE_MS;
  }

  /** Whether a key that was read at this time may have changed since. */
  hasChanged(ownerId: string, readMs: number): boolean {
    const noticedMs = this.#seen.get(ownerId)?.noticedMs ?? Number.NEGATIVE_INFINITY;
    return Math.max(noticedMs, this.#interruptedMs) >= readMs;
  }

  /** Starts reading, or goes on. */
  need(nowMs: number): void {
    this.#neededMs = nowMs;
    this.#poller.start();
  }

  close(): void {
    this.#isClosed = true;
  }

  /**
   * A list that is late, or follows a failure, may be that of another server, which was promoted meanwhile: it has numbered other
   * transactions as those before `next`, so that its list may lack changes.
   */
  async #read(): Promise<void> {
    const startedMs = performance.now();
    const deadlineMs = this.#deadlineMs;
    this.#deadlineMs = Number.NEGATIVE_INFINITY;
    const { changes, next } = await this.#services.read(this.#next);
    const noticedMs = performance.now();
    if (noticedMs > deadlineMs) this.#interruptedMs = noticedMs;
    this.#next = next;
    this.#notice(changes, noticedMs);
    this.#readMs = startedMs;
    this.#deadlineMs = startedMs + MAX_AGE_MS;
  }

  #notice(changes: readonly KeyChange[], noticedMs: number): void {
    for (const { ownerId, changedIn } of changes) {
      if (this.#seen.get(ownerId)?.changedIn === changedIn) continue;
      // The latest is the last one.
      this.#seen.delete(ownerId);
      this.#seen.set(ownerId, { changedIn, noticedMs });
    }
    for (const [ownerId, change] of this.#seen) {
      if (noticedMs - change.noticedMs < KEY_MS) return;
      this.#seen.delete(ownerId);
    }
  }
}
