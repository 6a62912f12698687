/** Keys and tasks of frequent status queries, held with leased permits of their limits: such a query writes nothing. */
import { KEY_MS, type KeyChanges } from '../auth/changed-keys.ts';
import type { LeasedBucket } from '../auth/leased-bucket.ts';
import type { PermitLeases } from '../auth/permit-leases.ts';
import type { Mode } from '../db/tables.ts';
import type { Poll, PollQuotas } from './poll.queries.ts';
import type { ShownTask } from './record.ts';

export interface StatusMemoryServices {
  readonly keyLeases: PermitLeases;
  readonly ownerLeases: PermitLeases;
  readonly taskLeases: PermitLeases;
  readonly keyChanges: KeyChanges;
  readonly quotas: PollQuotas;
}

/** A key that this process holds for a short time, until its owner's keys change. */
export interface HeldKey {
  readonly ownerId: string;
  readonly mode: Mode;
  readonly readMs: number;
  readonly expiresMs: number;
  readonly permits: LeasedBucket;
  readonly ownerPermits: LeasedBucket;
}

/** A task that this process holds, with its record once it has ended. */
export interface HeldTask {
  readonly id: string;
  readonly ownerId: string;
  readonly permits: LeasedBucket;
  ended: EndedTask | undefined;
}

/** A task whose record changes no more, except by the end of its results. */
export interface EndedTask {
  readonly task: ShownTask;
  readonly untilMs: number;
  /** The encoded record. */
  body: string | undefined;
}

/** A status query that the database has answered. */
export interface AnsweredQuery {
  readonly token: string;
  readonly mode: Mode;
  /** Time before the database read the key. */
  readonly readMs: number;
  readonly poll: Poll;
}

/** A status query that this process can answer. */
export interface HeldQuery {
  readonly key: HeldKey;
  readonly task: HeldTask;
}

/** A record is read again after this time, since retention deletes tasks. */
const RECORD_MS = 60_000;
const SWEEP_MS = 5_000;

export class StatusMemory {
  readonly #services: StatusMemoryServices;
  readonly #keys = new Map<string, HeldKey>();
  readonly #tasks = new Map<string, HeldTask>();
  #sweptMs = 0;

  constructor(services: StatusMemoryServices) {
    this.#services = services;
  }

  /** Returns key and task of a query if their limits have permits in memory. */
  find(token: string, taskId: string, nowMs: number): HeldQuery | undefined {
    const key = this.#keys.get(token);
    const task = this.#tasks.get(taskId);
    if (key === undefined || task === undefined || key.ownerId !== task.ownerId) return undefined;
    const { keyChanges } = this.#services;
    const isValid =
      nowMs < Math.min(key.expiresMs, key.readMs + KEY_MS) &&
      keyChanges.isCurrent(nowMs) &&
      !keyChanges.hasChanged(key.ownerId, key.readMs);
    const hasPermits =
      key.permits.hasPermit(nowMs) && key.ownerPermits.hasPermit(nowMs) && task.permits.hasPermit(nowMs);
    return isValid && hasPermits ? { key, task } : undefined;
  }

  /** Whether key and task of a query could be held: permits that are leased with it are spent then. */
  hasRoom(token: string): boolean {
    const { keyLeases, ownerLeases, taskLeases } = this.#services;
    const ownerId = this.#keys.get(token)?.ownerId;
    return [keyLeases, ownerLeases, taskLeases].every((leases) => leases.hasRoom(ownerId));
  }

  /** Counts a query that `find` has returned. */
  use({ key, task }: HeldQuery, nowMs: number): void {
    const { keyLeases, ownerLeases, taskLeases, keyChanges } = this.#services;
    keyLeases.use(key.permits, nowMs);
    ownerLeases.use(key.ownerPermits, nowMs);
    taskLeases.use(task.permits, nowMs);
    keyChanges.need(nowMs);
  }

  /** Holds key and task of an answered query, if there is room, and returns the answer with the permits in memory. */
  note(query: AnsweredQuery): Poll {
    const { poll, readMs } = query;
    if (poll.inScope !== true) return poll;
    const nowMs = performance.now();
    this.#sweep(nowMs);
    const { keyLeases, ownerLeases, taskLeases, keyChanges } = this.#services;
    const key = this.#holdKey(query);
    if (key === undefined) return poll;
    const lease = (permits: number) => ({ id: poll.leased.id, permits, startedMs: readMs });
    keyLeases.noteCounted(key.permits, nowMs, { state: poll.decision, lease: lease(poll.leased.key) });
    const task = poll.found && this.#holdTask(poll.found.task, poll.key.ownerId, nowMs);
    if (poll.found === undefined || task === undefined) return poll;
    ownerLeases.noteCounted(key.ownerPermits, nowMs);
    taskLeases.noteCounted(task.permits, nowMs, {
      state: poll.found.decision,
      lease: lease(poll.leased.task),
    });
    keyChanges.need(nowMs);
    let taskDecision = poll.found.decision;
    if (!taskDecision.allowed && task.permits.hasPermit(nowMs)) {
      // The permits that are left came while this query was on its way.
      taskLeases.use(task.permits, nowMs);
      taskDecision = { ...taskDecision, allowed: true };
    }
    const withHeld = <TDecision extends Poll['decision']>(decision: TDecision, { left }: LeasedBucket) => ({
      ...decision,
      remaining: decision.remaining + left,
    });
    return {
      ...poll,
      decision: withHeld(poll.decision, key.permits),
      found: { ...poll.found, decision: withHeld(taskDecision, task.permits) },
    };
  }

  #holdKey({ token, mode, readMs, poll: { key } }: AnsweredQuery): HeldKey | undefined {
    const { keyLeases, ownerLeases, keyChanges, quotas } = this.#services;
    const { keyId, ownerId, validSeconds } = key;
    if (keyChanges.hasChanged(ownerId, readMs)) return undefined;
    const permits = keyLeases.open(`status:${keyId}`, quotas.key, ownerId);
    const ownerPermits = ownerLeases.open(`status:${ownerId}:${mode}`, quotas.owner, ownerId);
    if (permits === undefined || ownerPermits === undefined) return undefined;
    const expiresMs = validSeconds === null ? Number.POSITIVE_INFINITY : readMs + validSeconds * 1000;
    const held = { ownerId, mode, readMs, expiresMs, permits, ownerPermits };
    this.#keys.set(token, held);
    return held;
  }

  #holdTask(task: ShownTask, ownerId: string, nowMs: number): HeldTask | undefined {
    const { taskLeases, quotas } = this.#services;
    const permits = taskLeases.open(`poll:${task.id}`, quotas.task, ownerId);
    if (permits === undefined) return undefined;
    const held = { id: task.id, ownerId, permits, ended: holdEnded(task, nowMs) };
    this.#tasks.set(task.id, held);
    return held;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    for (const [token, { permits }] of this.#keys) if (permits.isForgotten) this.#keys.delete(token);
    for (const [id, { permits }] of this.#tasks) if (permits.isForgotten) this.#tasks.delete(id);
  }
}

/** Returns the record of a task to hold; undefined if it may still change. */
export function holdEnded(task: ShownTask, nowMs: number): EndedTask | undefined {
  // A refund that failed is repeated by an operator.
  if (task.finishedAt === null || task.billingStatus === 'refund_failed') return undefined;
  const leftMs = (task.videoExpiresAt?.getTime() ?? 0) - Date.now();
  return { task, untilMs: nowMs + (leftMs > 0 ? Math.min(leftMs, RECORD_MS) : RECORD_MS), body: undefined };
}
