/** Keys of frequent requests, held with leased permits of their limits: such a request needs no statement. */
import { setImmediate } from 'node:timers/promises';
import type { RequestKey } from './authentication.queries.ts';
import { KEY_MS, type KeyChanges } from './changed-keys.ts';
import type { FirstLease, LeasedBucket } from './leased-bucket.ts';
import type { PermitLeases } from './permit-leases.ts';
import type { RateDecision } from './rate.queries.ts';

export interface KeyMemoryServices {
  /** The limits of these requests: `create` or `status`. */
  readonly policy: string;
  readonly keyLeases: PermitLeases;
  readonly ownerLeases: PermitLeases;
  readonly keyChanges: KeyChanges;
  /** Requests a minute: of a key, and of all keys of its owner and mode. */
  readonly quotas: { readonly key: number; readonly owner: number };
}

/** A key that this process holds for a short time, until its owner's keys change. */
export interface HeldKey extends RequestKey {
  readonly readMs: number;
  readonly expiresMs: number;
  readonly permits: LeasedBucket;
  readonly ownerPermits: LeasedBucket;
}

/** A request of a key in scope that the database has counted. */
export interface CountedRequest extends RequestKey {
  readonly token: string;
  /** Null for a key that does not expire. */
  readonly validSeconds: number | null;
  /** Time before the database read the key. */
  readonly readMs: number;
  readonly decision: RateDecision;
  /** Permits that were leased with the request. */
  readonly lease?: FirstLease;
}

const SWEEP_MS = 5_000;

export class KeyMemory {
  readonly #services: KeyMemoryServices;
  readonly #keys = new Map<string, HeldKey>();
  #sweptMs = 0;

  constructor(services: KeyMemoryServices) {
    this.#services = services;
  }

  /** Returns the key if it is still valid, and its limits have permits in memory. */
  find(token: string, nowMs: number): HeldKey | undefined {
    const key = this.#keys.get(token);
    if (key === undefined || nowMs >= Math.min(key.expiresMs, key.readMs + KEY_MS)) return undefined;
    const { keyChanges } = this.#services;
    if (!keyChanges.isCurrent(nowMs) || keyChanges.hasChanged(key.ownerId, key.readMs)) return undefined;
    return key.permits.hasPermit(nowMs) && key.ownerPermits.hasPermit(nowMs) ? key : undefined;
  }

  /** Returns a decision of the database with the permits of the key that this process holds besides. */
  describe(token: string, decision: RateDecision): RateDecision {
    const key = this.#keys.get(token);
    return key === undefined ? decision : withHeld(decision, key.permits);
  }

  /** Counts a request of a key that `find` has returned. */
  use(key: HeldKey, nowMs: number): void {
    const { keyLeases, ownerLeases, keyChanges } = this.#services;
    keyLeases.use(key.permits, nowMs);
    ownerLeases.use(key.ownerPermits, nowMs);
    keyChanges.need(nowMs);
  }

  /** Whether permits may be leased with a request of a key: they are spent, and no other request needs them. */
  canLease(token: string, nowMs: number): boolean {
    const { keyLeases, ownerLeases } = this.#services;
    const key = this.#keys.get(token);
    if (key?.permits.isPaused(nowMs) === true) return false;
    const ownerId = key?.ownerId;
    return keyLeases.hasRoom(ownerId) && ownerLeases.hasRoom(ownerId);
  }

  /**
   * Returns the permits of a key to the database, which has refused a request that they would have let pass.
   * The key cannot be used from memory at times: its changes are unknown, or its owner has no permits there.
   */
  async giveBack(token: string): Promise<void> {
    const key = this.#keys.get(token);
    if (key !== undefined) await this.#services.keyLeases.giveBack(key.permits);
  }

  /** Counts the leases of a key that came and ended. */
  countLeases(token: string): number {
    return this.#keys.get(token)?.permits.leaseChanges ?? 0;
  }

  /** Returns the owner of a key that this process holds, or held a moment ago. */
  ownerOf(token: string): string | undefined {
    return this.#keys.get(token)?.ownerId;
  }

  /** Holds the key of a request that the database has counted; undefined if there is no room, or if the key has changed. */
  hold(request: CountedRequest, nowMs: number): HeldKey | undefined {
    this.#sweep(nowMs);
    const { policy, keyLeases, ownerLeases, keyChanges, quotas } = this.#services;
    const { token, keyId, ownerId, mode, readMs, validSeconds, decision, lease } = request;
    if (keyChanges.hasChanged(ownerId, readMs)) return undefined;
    const permits = keyLeases.open(`${policy}:${keyId}`, quotas.key, ownerId);
    const ownerPermits = ownerLeases.open(`${policy}:${ownerId}:${mode}`, quotas.owner, ownerId);
    if (permits === undefined || ownerPermits === undefined) return undefined;
    const expiresMs = validSeconds === null ? Number.POSITIVE_INFINITY : readMs + validSeconds * 1000;
    const held = { keyId, ownerId, mode, readMs, expiresMs, permits, ownerPermits };
    this.#keys.set(token, held);
    keyLeases.noteCounted(permits, nowMs, { state: decision, ...(lease && { lease }) });
    return held;
  }

  /** Leases permits of the owner of a key whose permits this process holds, or is about to. */
  leaseOwner({ permits, ownerPermits }: HeldKey, nowMs: number): void {
    if (!permits.hasPermit(nowMs) && !permits.isQueued) return;
    const { ownerLeases, keyChanges } = this.#services;
    ownerLeases.noteCounted(ownerPermits, nowMs);
    keyChanges.need(nowMs);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    for (const [token, { permits }] of this.#keys) if (permits.isForgotten) this.#keys.delete(token);
  }
}

/** Keys whose permits can be given back. */
export type HeldKeys = Pick<KeyMemory, 'countLeases' | 'giveBack'>;

/**
 * Counts a request by the database. It is counted again after each refusal for which permits of its key that this process held
 * meanwhile may be the reason. Each lease takes permits of the quota, so this ends.
 */
export async function countByDatabase<TCounted extends { readonly decision: RateDecision }>(
  keys: HeldKeys,
  token: string,
  count: () => Promise<TCounted | undefined>,
): Promise<TCounted | undefined> {
  for (;;) {
    const leasesBefore = keys.countLeases(token);
    const counted = await count();
    if (counted === undefined || counted.decision.allowed) return counted;
    // Answers that arrived together are noted first: one of them may have brought the permits.
    await setImmediate();
    await keys.giveBack(token);
    if (keys.countLeases(token) === leasesBefore) return counted;
  }
}

/** Returns a decision of the database with the permits that this process holds besides. */
export function withHeld<TDecision extends RateDecision>(
  decision: TDecision,
  { permits }: LeasedBucket,
): TDecision {
  return { ...decision, remaining: decision.remaining + permits };
}
