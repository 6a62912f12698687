/** Reports the owners whose keys have changed, so that a process may hold keys in memory. */
import { Poller } from '../poller.ts';
import type { Log } from '../telemetry/log.ts';

/** The latest change of an owner's keys. */
export interface KeyChange {
  readonly ownerId: string;
  /** The moment, as the database wrote it. */
  readonly changedAt: string;
}

export interface KeyChangesServices {
  /** Lists the changes of the last minute. */
  readonly read: () => Promise<readonly KeyChange[]>;
  readonly log: Log;
}

const INTERVAL_MS = 250;
/** A key that was revoked passes for this time at most. */
const MAX_AGE_MS = 1_000;
/** Reading ends when nobody has needed it for this time. */
const IDLE_MS = 10_000;

/** A feed of changed keys. It queries nothing while nobody needs it. */
export class KeyChanges {
  readonly #services: KeyChangesServices;
  readonly #poller: Poller;
  #seen = new Map<string, { readonly changedAt: string; readonly noticedMs: number }>();
  /** Start of the latest reading that succeeded. */
  #readMs = Number.NEGATIVE_INFINITY;
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
    return (this.#seen.get(ownerId)?.noticedMs ?? Number.NEGATIVE_INFINITY) >= readMs;
  }

  /** Starts reading, or goes on. */
  need(nowMs: number): void {
    this.#neededMs = nowMs;
    this.#poller.start();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #read(): Promise<void> {
    const startedMs = performance.now();
    this.#notice(await this.#services.read());
    this.#readMs = startedMs;
  }

  #notice(changes: readonly KeyChange[]): void {
    const noticedMs = performance.now();
    this.#seen = new Map(
      changes.map(({ ownerId, changedAt }) => {
        const known = this.#seen.get(ownerId);
        return [ownerId, known?.changedAt === changedAt ? known : { changedAt, noticedMs }];
      }),
    );
  }
}
