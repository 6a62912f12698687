/**
 * Permits of rate limits that this process holds for a minute at most: a request with a permit needs no statement. The database
 * counts a permit from its grant until its use has left the window for certain. So the limit is never exceeded, even if
 * the process dies or pauses; permits may be unused for a while.
 */
import { randomUUID } from 'node:crypto';
import { type Room, RoomByOwner } from '@keyframe/fairness';
import type { Log } from '../telemetry/log.ts';
import { type Counted, LeasedBucket, type LeaseGrant, type LeaseRequest } from './leased-bucket.ts';

export interface PermitLeasesServices {
  readonly lease: (requests: readonly LeaseRequest[]) => Promise<readonly LeaseGrant[]>;
  readonly log: Log;
  /** Requests a lease of each limit that is used. */
  readonly isEager?: boolean;
}

const SWEEP_MS = 500;
/** Limits that need a lease within this time share a statement: one for each slows requests, as each commit waits for the disk. */
const GATHERING_MS = 20;
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
  open(name: string, quota: number, ownerId: string): LeasedBucket | undefined {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) return bucket;
    if (!this.#room.enter(ownerId)) return undefined;
    const opened = new LeasedBucket({ name, quota, ownerId, isEager: this.#services.isEager === true });
    this.#buckets.set(name, opened);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return opened;
  }

  /** Uses a permit, which the caller has seen. */
  use(bucket: LeasedBucket, nowMs: number): void {
    if (bucket.spend(nowMs)) this.#enqueue(bucket);
  }

  /** Notes a request that the database has counted; frequent ones are worth a lease. */
  noteCounted(bucket: LeasedBucket, nowMs: number, counted?: Counted): void {
    if (bucket.noteCounted(nowMs, counted)) this.#enqueue(bucket);
  }

  /** Gives permits of a limit back to the database, after a request for others has ended. */
  async giveBack(bucket: LeasedBucket): Promise<void> {
    if (bucket.isQueued) await this.#lease(bucket);
    const nowMs = performance.now();
    if (!bucket.hasPermit(nowMs)) return;
    bucket.surrender(nowMs);
    await this.#lease(bucket);
  }

  /** Returns all permits, and leases no more. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    // Permits that are on their way are returned as well.
    await this.#flush();
    for (const bucket of this.#buckets.values()) {
      bucket.surrender(performance.now());
      if (bucket.hasLease) this.#enqueue(bucket);
    }
    this.#sweeper = undefined;
    await this.#flush();
  }

  #enqueue(bucket: LeasedBucket): void {
    if (!bucket.enqueue()) return;
    this.#queue.push(bucket);
    if (this.#queue.length > 1 || this.#leasing !== undefined) return;
    this.#gathering = setTimeout(() => void this.#flush(), GATHERING_MS);
  }

  /** Renews leases that are used, reports the uses of the others, and forgets limits that nobody uses. */
  #sweep(): void {
    const nowMs = performance.now();
    for (const [name, bucket] of this.#buckets) {
      if (bucket.isEnding(nowMs)) this.#enqueue(bucket);
      else if (bucket.forgetUnused(nowMs)) {
        this.#buckets.delete(name);
        this.#room.leave(bucket.settings.ownerId);
      }
    }
    if (this.#buckets.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
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
    const settled = bucket.whenSettled();
    void this.#flush();
    return settled;
  }

  async #leaseBatch(buckets: readonly LeasedBucket[]): Promise<void> {
    const sentMs = performance.now();
    const exchanges = buckets.map((bucket) => ({ bucket, request: bucket.report(this.#createId(), sentMs) }));
    try {
      const grants = await this.#services.lease(exchanges.map(({ request }) => request));
      const byName = new Map(grants.map((grant) => [grant.bucket, grant]));
      for (const { bucket, request } of exchanges) {
        bucket.settle(request, byName.get(request.bucket), sentMs);
      }
    } catch (error) {
      this.#services.log.warn({ err: error }, 'permits of rate limits could not be leased');
      for (const bucket of buckets) bucket.lose();
    }
  }

  #createId(): string {
    this.#count += 1;
    return `${this.#idPrefix}/${this.#count}`;
  }
}
