/** A limit with the permits of it that this process holds, and their uses. */

/** The state of a limit. */
export interface LimitState {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The lease of a limit of which no process held permits, granted by the statement that counted a request. */
export interface FirstLease {
  readonly id: string;
  readonly permits: number;
  /** Time before the statement was sent. */
  readonly startedMs: number;
}

/** The time of a lease that comes with a counted request. */
const FIRST_LEASE_MS = 30_000;

/** A limit of which this process may hold permits. */
export class LeasedBucket {
  readonly bucket: string;
  readonly quota: number;
  readonly ownerId: string;
  /** Id of the lease; empty without one. */
  id = '';
  /** Counts the leases that came and ended, so that a caller sees whether one did meanwhile. */
  changes = 0;
  left = 0;
  /** Time for which permits are requested. */
  expectedMs = FIRST_LEASE_MS;
  /** End of the lease by the process's own clock, from before its request. */
  untilMs = Number.NEGATIVE_INFINITY;
  /** Permits that no process holds, by the latest answer. */
  remaining = 0;
  resetAtMs = 0;
  /** Times of the uses that were not reported. */
  uses: number[] = [];
  requests = 0;
  sinceMs = 0;
  /** No lease is requested before: the limit had no room. */
  pausedMs = 0;
  /** Whether a request for a lease waits, or is under way. */
  isQueued = false;
  /** Whether a request for a lease is under way: until its answer it is unknown which lease is left. */
  isRequested = false;
  /** The lease that came with a counted request while another was under way: held if that one leaves none. */
  early: FirstLease | undefined;
  /** Resolved by the answer to the request that waits or is under way, if anybody waits for it. */
  answered: PromiseWithResolvers<void> | undefined;
  /** Whether the limit has left memory; its name may be opened again. */
  isForgotten = false;

  constructor(bucket: string, quota: number, ownerId: string) {
    this.bucket = bucket;
    this.quota = quota;
    this.ownerId = ownerId;
  }

  hasPermit(nowMs: number): boolean {
    return this.left > 0 && nowMs < this.untilMs;
  }

  /** Permits left to this process, and the seconds until the next one comes back. */
  describe(nowMs: number): LimitState {
    const resetSeconds = Math.max(1, Math.ceil((this.resetAtMs - nowMs) / 1000));
    return { remaining: this.remaining + this.left, resetSeconds };
  }

  /** Holds the permits that came with a counted request, unless those of another lease are held. */
  hold(lease: FirstLease): void {
    if (this.isRequested) this.early = lease;
    if (this.isRequested || this.id !== '') return;
    const { id, permits, startedMs } = lease;
    this.changes += 1;
    this.left = permits;
    this.id = id;
    this.expectedMs = FIRST_LEASE_MS;
    this.untilMs = startedMs + FIRST_LEASE_MS;
    this.uses = [];
  }

  /** Ends a request for a lease, after its answer has come or failed to come. */
  endRequest(): void {
    this.isQueued = false;
    this.isRequested = false;
    if (this.early !== undefined) this.hold(this.early);
    this.early = undefined;
    this.answered?.resolve();
    this.answered = undefined;
  }

  /** Drops all permits, which end by themselves. */
  abandon(): void {
    this.changes += 1;
    this.left = 0;
    this.id = '';
    this.untilMs = Number.NEGATIVE_INFINITY;
    this.uses = [];
  }
}
