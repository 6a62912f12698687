/**
 * Permits of rate limits that this process holds for a minute at most: a request with a permit needs no statement. The database
 * counts a permit from its grant until its use has left the window for certain. So the limit is never exceeded, even if
 * the process dies or pauses; permits may be unused for a while.
 */
import { randomUUID } from 'node:crypto';
import { type Room, RoomByOwner } from '../fairness/room-by-owner.ts';
import type { Log } from '../telemetry/log.ts';
import { type FirstLease, LeasedBucket, type LimitState } from './leased-bucket.ts';

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

/** Answer of the database about a limit, of which it counted a request. */
export interface Counted {
  readonly state?: LimitState;
  readonly lease?: FirstLease;
}

export interface PermitLeasesServices {
  readonly lease: (requests: readonly LeaseRequest[]) => Promise<readonly LeaseGrant[]>;
  readonly log: Log;
  /** Requests a lease of each limit that is used. */
  readonly isEager?: boolean;
}

/** Uses that are older count no more. */
const WINDOW_MS = 60_000;
/** A lease is renewed this long before its end. */
const RENEWAL_MS = 2_500;
const SWEEP_MS = 500;
/** Limits that need a lease within this time share a statement: one for each slows requests, as each commit waits for the disk. */
const GATHERING_MS = 20;
/** Time after which a limit without room is tried again. */
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
const BATCH_SIZE = 500;
/** Limits in memory, each with the record of its task, some 2 kB. */
const ROOM: Room = { total: 40_000, perOwner: 20_000 };

/** The limits of one kind, and the statements that lease permits of them: one at a time, for all that need it. */
export class PermitLeases {
  readonly #services: PermitLeasesServices;
  readonly #buckets = new Map<string, LeasedBucket>();
  readonly #room: RoomByOwner;
  readonly #idPrefix = randomUUID();
  #count = 0;
  #queue: LeasedBucket[] = [];
  #leasing: Promise<void> | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;

  constructor(services: PermitLeasesServices, room: Room = ROOM) {
    this.#services = services;
    this.#room = new RoomByOwner(room);
  }

  /** Whether one more limit of the owner can be opened. */
  hasRoom(ownerId: string | undefined): boolean {
    return this.#room.hasRoom(ownerId);
  }

  /** Returns the limit with this name; undefined if its owner has no room. */
  open(bucket: string, quota: number, ownerId: string): LeasedBucket | undefined {
    const known = this.#buckets.get(bucket);
    if (known !== undefined) return known;
    if (!this.#room.enter(ownerId)) return undefined;
    const opened = new LeasedBucket(bucket, quota, ownerId);
    this.#buckets.set(bucket, opened);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return opened;
  }

  /** Uses a permit, which the caller has seen. */
  use(bucket: LeasedBucket, nowMs: number): void {
    bucket.left -= 1;
    bucket.uses.push(nowMs);
    bucket.requests += 1;
    if (bucket.left <= bucket.uses.length >> 2) this.#enqueue(bucket);
  }

  /** Notes a request that the database has counted; frequent ones are worth a lease. */
  noteCounted(bucket: LeasedBucket, nowMs: number, { state, lease }: Counted = {}): void {
    if (state !== undefined) {
      bucket.remaining = state.remaining;
      bucket.resetAtMs = nowMs + state.resetSeconds * 1000;
    }
    if (bucket.requests === 0 || nowMs - bucket.sinceMs > bucket.expectedMs) {
      bucket.requests = 1;
      bucket.sinceMs = nowMs;
    } else bucket.requests += 1;
    if (lease !== undefined && lease.permits > 0) bucket.hold(lease);
    else if (nowMs >= bucket.pausedMs && this.#isWorthLease(bucket, nowMs)) this.#enqueue(bucket);
  }

  #isWorthLease(bucket: LeasedBucket, nowMs: number): boolean {
    if (bucket.hasPermit(nowMs)) return false;
    if (this.#services.isEager === true) return true;
    const isFrequent = bucket.requests > 1 && expectRequests(bucket, nowMs) >= MIN_PERMITS;
    return isFrequent && bucket.quota >= MIN_QUOTA;
  }

  /** Gives permits of a limit back to the database, after a request for others has ended. */
  async giveBack(bucket: LeasedBucket): Promise<void> {
    if (bucket.isQueued) await this.#lease(bucket);
    if (!bucket.hasPermit(performance.now())) return;
    bucket.left = 0;
    bucket.requests = 0;
    await this.#lease(bucket);
  }

  /** Returns all permits, and leases no more. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    // Permits that are on their way are returned as well.
    await this.#flush();
    for (const bucket of this.#buckets.values()) {
      bucket.requests = 0;
      if (bucket.id !== '') this.#enqueue(bucket);
    }
    this.#sweeper = undefined;
    await this.#flush();
  }

  #enqueue(bucket: LeasedBucket): void {
    if (bucket.isQueued) return;
    bucket.isQueued = true;
    this.#queue.push(bucket);
    if (this.#queue.length > 1 || this.#leasing !== undefined) return;
    this.#gathering = setTimeout(() => void this.#flush(), GATHERING_MS);
  }

  /** Renews leases that are used, reports the uses of the others, and forgets limits that nobody uses. */
  #sweep(): void {
    const nowMs = performance.now();
    for (const bucket of this.#buckets.values()) {
      if (bucket.id === '') {
        if (!bucket.isQueued && nowMs - bucket.sinceMs > bucket.expectedMs) this.#forget(bucket);
      } else if (nowMs > bucket.untilMs - RENEWAL_MS) this.#enqueue(bucket);
    }
    if (this.#buckets.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #forget(bucket: LeasedBucket): void {
    bucket.isForgotten = true;
    this.#buckets.delete(bucket.bucket);
    this.#room.leave(bucket.ownerId);
  }

  /** Leases until the queue is empty. */
  #flush(): Promise<void> {
    clearTimeout(this.#gathering);
    if (this.#leasing === undefined && this.#queue.length > 0) this.#leasing = this.#leaseQueued();
    return this.#leasing ?? Promise.resolve();
  }

  async #leaseQueued(): Promise<void> {
    while (this.#queue.length > 0) await this.#leaseBatch(this.#queue.splice(0, BATCH_SIZE));
    this.#leasing = undefined;
  }

  /** Requests a lease of one limit, and waits for its answer, but for none of the limits that are queued after it. */
  #lease(bucket: LeasedBucket): Promise<void> {
    this.#enqueue(bucket);
    bucket.answered ??= Promise.withResolvers();
    void this.#flush();
    return bucket.answered.promise;
  }

  async #leaseBatch(buckets: readonly LeasedBucket[]): Promise<void> {
    const startedMs = performance.now();
    for (const bucket of buckets) bucket.isRequested = true;
    const requests = buckets.map((bucket) => this.#request(bucket, startedMs));
    try {
      const grants = await this.#services.lease(requests);
      const byName = new Map(grants.map((grant) => [grant.bucket, grant]));
      buckets.forEach((bucket, index) => {
        const request = requests[index];
        if (request !== undefined) accept(bucket, { request, grant: byName.get(bucket.bucket), startedMs });
      });
    } catch (error) {
      this.#services.log.warn({ err: error }, 'permits of rate limits could not be leased');
      // It is unknown which lease the database holds; all of them end by themselves.
      for (const bucket of buckets) bucket.abandon();
    }
    for (const bucket of buckets) bucket.endRequest();
  }

  #request(bucket: LeasedBucket, nowMs: number): LeaseRequest {
    const expected = Math.ceil(expectRequests(bucket, nowMs) * RESERVE);
    const isFirst = this.#services.isEager === true && bucket.id === '' && bucket.requests > 0;
    const permits = isFirst ? Math.max(expected, FIRST_PERMITS) : expected < MIN_PERMITS ? 0 : expected;
    bucket.left = nowMs < bucket.untilMs ? Math.min(bucket.left, permits) : 0;
    const ages = bucket.uses.map((usedMs) => Math.floor(nowMs - usedMs)).filter((age) => age < WINDOW_MS);
    bucket.uses = [];
    bucket.requests = 0;
    bucket.sinceMs = nowMs;
    this.#count += 1;
    const id = `${this.#idPrefix}/${this.#count}`;
    return {
      bucket: bucket.bucket,
      quota: bucket.quota,
      permits,
      kept: bucket.left,
      id,
      replaced: bucket.id,
      ages,
    };
  }
}

/** Estimates the requests of the time for which permits are requested; a burst alone is no reason for many. */
function expectRequests({ requests, sinceMs, expectedMs }: LeasedBucket, nowMs: number): number {
  return (requests * expectedMs) / Math.max(nowMs - sinceMs, MIN_OBSERVATION_MS);
}

interface Answer {
  readonly request: LeaseRequest;
  /** Undefined for a limit that the database does not know. */
  readonly grant: LeaseGrant | undefined;
  readonly startedMs: number;
}

function accept(bucket: LeasedBucket, { request, grant, startedMs }: Answer): void {
  if (grant === undefined || grant.permits === 0) {
    bucket.pausedMs = startedMs + PAUSE_MS;
    bucket.abandon();
    return;
  }
  bucket.changes += 1;
  // Meanwhile, requests have used permits that the process kept.
  bucket.left += grant.permits - request.kept;
  bucket.id = request.id;
  bucket.expectedMs = grant.seconds * 1000;
  bucket.untilMs = startedMs + grant.endsInSeconds * 1000;
  bucket.remaining = grant.remaining;
  bucket.resetAtMs = startedMs + grant.resetSeconds * 1000;
}
