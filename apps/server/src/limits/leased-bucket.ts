/**
 * A limit with the permits of it that this process holds. It spends them, reports their uses when it requests the next lease, and
 * settles what the database grants.
 */

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

/** Answer of the database about a limit, of which it counted a request. */
export interface Counted {
  readonly state?: LimitState;
  readonly lease?: FirstLease;
}

/** Request for permits of one limit, which replaces the lease before. */
export interface LeaseRequest {
  readonly bucket: string;
  readonly quota: number;
  readonly permits: number;
  /** Unused permits of the lease before that the process keeps. */
  readonly kept: number;
  readonly id: string;
  /** The lease before; empty for the first one. */
  readonly replaced: string;
  /** Ages of the uses of the lease before, in milliseconds. */
  readonly ages: readonly number[];
}

/** Answer to a request: the permits of the new lease, and the state of the limit. */
export interface LeaseGrant extends LimitState {
  readonly bucket: string;
  readonly permits: number;
  /** Time for which permits are requested. */
  readonly seconds: number;
  /** Time of the lease: longer for few permits. */
  readonly endsInSeconds: number;
}

/** Name and quota of a limit, and the owner whose requests it counts. */
export interface BucketSettings {
  readonly name: string;
  readonly quota: number;
  readonly ownerId: string;
  /** Whether each limit that is used is worth a lease. */
  readonly isEager: boolean;
}

/** The lease that the process holds. */
interface Lease {
  readonly id: string;
  /** Its end by the process's own clock, from before its request. */
  readonly untilMs: number;
  left: number;
  /** Times of the uses that were not reported. */
  uses: number[];
}

/** Uses that are older count no more. */
const WINDOW_MS = 60_000;
/** The time of a lease that comes with a counted request. */
const FIRST_LEASE_MS = 30_000;
/** A lease is renewed this long before its end. */
const RENEWAL_MS = 2_500;
/** Time after which a limit without room is leased again. */
const PAUSE_MS = 2_000;
/** A lease for fewer requests than these costs more than it saves. */
const MIN_PERMITS = 3;
/** A limit with a smaller quota is leased by the statement that counts a request, or not at all. */
const MIN_QUOTA = MIN_PERMITS * 4;
/** Permits of a limit that is leased before its use is known. */
const FIRST_PERMITS = 20;
/** Permits for more requests than are expected, since requests do not come evenly. */
const RESERVE = 1.25;
const MIN_OBSERVATION_MS = 1_000;

export class LeasedBucket {
  readonly settings: BucketSettings;
  #lease: Lease | undefined;
  #leaseChanges = 0;
  /** Requests since a moment, from which those of the next lease are expected. */
  #requests = 0;
  #sinceMs = 0;
  /** Time for which permits are requested. */
  #expectedMs = FIRST_LEASE_MS;
  /** Permits that no process holds, and the time at which the next one comes back, by the latest answer. */
  #remaining = 0;
  #resetAtMs = 0;
  #pausedMs = 0;
  /** Until the answer to a request that was sent, it is unknown which lease is left. */
  #exchange: 'none' | 'queued' | 'sent' = 'none';
  /** The lease that came with a counted request while another was under way: held if that one leaves none. */
  #early: FirstLease | undefined;
  #settled: PromiseWithResolvers<void> | undefined;
  #isForgotten = false;

  constructor(settings: BucketSettings) {
    this.settings = settings;
  }

  /** Permits that the process holds. */
  get permits(): number {
    return this.#lease?.left ?? 0;
  }

  get hasLease(): boolean {
    return this.#lease !== undefined;
  }

  /** Counts the leases that came and ended, so that a caller sees whether one did meanwhile. */
  get leaseChanges(): number {
    return this.#leaseChanges;
  }

  /** Whether a request for a lease waits, or is under way. */
  get isQueued(): boolean {
    return this.#exchange !== 'none';
  }

  /** Whether the limit has left memory; its name may be opened again. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  hasPermit(nowMs: number): boolean {
    return this.#lease !== undefined && this.#lease.left > 0 && nowMs < this.#lease.untilMs;
  }

  /** Permits left to this process, and the seconds until the next one comes back. */
  describe(nowMs: number): LimitState {
    const resetSeconds = Math.max(1, Math.ceil((this.#resetAtMs - nowMs) / 1000));
    return { remaining: this.#remaining + this.permits, resetSeconds };
  }

  /** Spends a permit, which the caller has seen. Returns whether it is time for the next lease. */
  spend(nowMs: number): boolean {
    const lease = this.#lease;
    if (lease === undefined) throw new Error(`The limit ${this.settings.name} has no permit.`);
    lease.left -= 1;
    lease.uses.push(nowMs);
    this.#requests += 1;
    return lease.left <= lease.uses.length >> 2;
  }

  /** Notes a request that the database has counted. Returns whether the limit is worth a lease. */
  noteCounted(nowMs: number, { state, lease }: Counted = {}): boolean {
    if (state !== undefined) {
      this.#remaining = state.remaining;
      this.#resetAtMs = nowMs + state.resetSeconds * 1000;
    }
    if (this.#requests === 0 || nowMs - this.#sinceMs > this.#expectedMs) this.#expectFrom(nowMs);
    this.#requests += 1;
    if (lease === undefined || lease.permits === 0) return this.#isWorthLease(nowMs);
    if (this.#exchange === 'sent') this.#early = lease;
    else this.#hold(lease);
    return false;
  }

  /** Keeps no permit, and asks for none for a while: the next report returns them. */
  surrender(nowMs: number): void {
    if (this.#lease !== undefined) this.#lease.left = 0;
    this.#requests = 0;
    this.#pausedMs = nowMs + PAUSE_MS;
  }

  /** Whether no lease is requested, as the limit had no room, or others needed its permits. */
  isPaused(nowMs: number): boolean {
    return nowMs < this.#pausedMs;
  }

  /** Queues a request for a lease; false if one is queued or under way. */
  enqueue(): boolean {
    if (this.isQueued) return false;
    this.#exchange = 'queued';
    return true;
  }

  /** Reports the uses of the lease in a request for the next one, which is `id`. */
  report(id: string, nowMs: number): LeaseRequest {
    const { name, quota } = this.settings;
    const permits = this.#decidePermits(nowMs);
    const { id: replaced = '', uses = [] } = this.#lease ?? {};
    if (this.#lease !== undefined) {
      this.#lease.left = nowMs < this.#lease.untilMs ? Math.min(this.#lease.left, permits) : 0;
      this.#lease.uses = [];
    }
    const ages = uses.map((usedMs) => Math.floor(nowMs - usedMs)).filter((age) => age < WINDOW_MS);
    this.#expectFrom(nowMs);
    this.#exchange = 'sent';
    return { bucket: name, quota, permits, kept: this.permits, id, replaced, ages };
  }

  /** Takes the answer to a request that was sent at a time; undefined for a limit that the database does not know. */
  settle({ id, kept }: LeaseRequest, grant: LeaseGrant | undefined, sentMs: number): void {
    if (grant === undefined || grant.permits === 0) {
      this.#pausedMs = sentMs + PAUSE_MS;
      this.lose();
      return;
    }
    this.#expectedMs = grant.seconds * 1000;
    this.#remaining = grant.remaining;
    this.#resetAtMs = sentMs + grant.resetSeconds * 1000;
    // Meanwhile, requests have used permits that the process kept.
    const left = this.permits + grant.permits - kept;
    this.#replace({ id, untilMs: sentMs + grant.endsInSeconds * 1000, left, uses: this.#lease?.uses ?? [] });
    this.#endExchange();
  }

  /** Drops all permits: it is unknown which lease the database holds, and each ends by itself. */
  lose(): void {
    this.#replace(undefined);
    this.#endExchange();
  }

  /** Resolves after the answer to the request that is queued or under way. */
  whenSettled(): Promise<void> {
    this.#settled ??= Promise.withResolvers();
    return this.#settled.promise;
  }

  /** Whether the lease ends soon: its uses are to be reported. */
  isEnding(nowMs: number): boolean {
    return this.#lease !== undefined && nowMs > this.#lease.untilMs - RENEWAL_MS;
  }

  /** Forgets the limit if nobody uses it. */
  forgetUnused(nowMs: number): boolean {
    this.#isForgotten = !this.hasLease && !this.isQueued && nowMs - this.#sinceMs > this.#expectedMs;
    return this.#isForgotten;
  }

  #expectFrom(nowMs: number): void {
    this.#requests = 0;
    this.#sinceMs = nowMs;
  }

  /** Estimates the requests of the time for which permits are requested; a burst alone is no reason for many. */
  #expectRequests(nowMs: number): number {
    return (this.#requests * this.#expectedMs) / Math.max(nowMs - this.#sinceMs, MIN_OBSERVATION_MS);
  }

  #isWorthLease(nowMs: number): boolean {
    if (this.isPaused(nowMs) || this.hasPermit(nowMs)) return false;
    if (this.settings.isEager) return true;
    const isFrequent = this.#requests > 1 && this.#expectRequests(nowMs) >= MIN_PERMITS;
    return isFrequent && this.settings.quota >= MIN_QUOTA;
  }

  #decidePermits(nowMs: number): number {
    const expected = Math.ceil(this.#expectRequests(nowMs) * RESERVE);
    if (this.settings.isEager && !this.hasLease && this.#requests > 0)
      return Math.max(expected, FIRST_PERMITS);
    return expected < MIN_PERMITS ? 0 : expected;
  }

  /** Holds the permits that came with a counted request, unless those of another lease are held. */
  #hold({ id, permits, startedMs }: FirstLease): void {
    if (this.hasLease) return;
    this.#expectedMs = FIRST_LEASE_MS;
    this.#replace({ id, untilMs: startedMs + FIRST_LEASE_MS, left: permits, uses: [] });
  }

  #replace(lease: Lease | undefined): void {
    this.#lease = lease;
    this.#leaseChanges += 1;
  }

  #endExchange(): void {
    this.#exchange = 'none';
    if (this.#early !== undefined) this.#hold(this.#early);
    this.#early = undefined;
    this.#settled?.resolve();
    this.#settled = undefined;
  }
}
