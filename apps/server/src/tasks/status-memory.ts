/** Keys and tasks of frequent status queries, held with leased permits of their limits: such a query writes nothing. */

import type { Mode } from '../db/tables.ts';
import { type HeldKey, type KeyMemory, withHeld } from '../limits/key-memory.ts';
import type { LeasedBucket } from '../limits/leased-bucket.ts';
import type { PermitLeases } from '../limits/permit-leases.ts';
import type { RateDecision } from '../limits/rate.queries.ts';
import type { FoundTask, Poll } from './poll.queries.ts';
import type { ShownTask, TaskRecord } from './record.ts';

export interface StatusMemoryServices {
  readonly keys: KeyMemory;
  readonly taskLeases: PermitLeases;
  /** Queries of a task a minute. */
  readonly taskQuota: number;
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
  /** Time before the database read the task. */
  readonly readMs: number;
  readonly untilMs: number;
  /** The record, once a query has created it. */
  record: TaskRecord | undefined;
}

/** A status query that the database has answered. */
export interface AnsweredQuery {
  readonly token: string;
  readonly mode: Mode;
  /** Time before the database read the key. */
  readonly readMs: number;
  readonly poll: Poll;
  /** The key if it was counted by permits in memory. */
  readonly spent: HeldKey | undefined;
}

/** A status query that this process can answer. */
export interface HeldQuery {
  readonly key: HeldKey;
  readonly task: HeldTask;
}

const SWEEP_MS = 5_000;

export class StatusMemory {
  readonly #services: StatusMemoryServices;
  readonly keys: KeyMemory;
  readonly #tasks = new Map<string, HeldTask>();
  #sweptMs = 0;

  constructor(services: StatusMemoryServices) {
    this.#services = services;
    this.keys = services.keys;
  }

  /** Returns key and task of a query if their limits have permits in memory. */
  find(token: string, taskId: string, nowMs: number): HeldQuery | undefined {
    const task = this.#tasks.get(taskId);
    if (task === undefined || !task.permits.hasPermit(nowMs)) return undefined;
    const key = this.keys.find(token, nowMs);
    return key?.ownerId === task.ownerId ? { key, task } : undefined;
  }

  /** Whether permits of key and task may be leased with a query: they are spent, and no other query needs them. */
  canLease(token: string, nowMs: number): boolean {
    const { taskLeases } = this.#services;
    return this.keys.canLease(token, nowMs) && taskLeases.hasRoom(this.keys.ownerOf(token));
  }

  /** Counts a query that `find` has returned. */
  use({ key, task }: HeldQuery, nowMs: number): void {
    this.keys.use(key, nowMs);
    this.#services.taskLeases.use(task.permits, nowMs);
  }

  /** Counts a query by permits of its key and its owner; returns undefined if memory holds none. */
  spendKey(token: string, nowMs: number): HeldKey | undefined {
    const key = this.keys.find(token, nowMs);
    if (key !== undefined) this.keys.use(key, nowMs);
    return key;
  }

  /** Holds key and task of an answered query, if there is room, and returns the answer with the permits in memory. */
  note(query: AnsweredQuery): Poll {
    const { readMs, poll } = query;
    if (poll.inScope !== true) return poll;
    const nowMs = performance.now();
    this.#sweep(nowMs);
    const { taskLeases } = this.#services;
    const found = poll.found && { ...poll.found, decision: this.#spendLeft(poll.found, nowMs) };
    const { key, decision } = this.#noteKey(query, nowMs);
    const task = key && found && this.#holdTask(found.task, key.ownerId, readMs);
    if (found === undefined || task === undefined) return { ...poll, decision, found };
    const lease = { id: poll.leased.id, permits: poll.leased.task, startedMs: readMs };
    taskLeases.noteCounted(task.permits, nowMs, { state: found.decision, lease });
    return { ...poll, decision, found: { ...found, decision: withHeld(found.decision, task.permits) } };
  }

  /** Holds the key of a query that the database has counted, and returns what is left of its limit. */
  #noteKey({ token, mode, readMs, poll, spent }: AnsweredQuery, nowMs: number) {
    const { keys } = this;
    if (spent !== undefined) {
      return { key: spent, decision: { allowed: true, ...spent.permits.describe(nowMs) } };
    }
    const { decision } = poll;
    const lease = { id: poll.leased.id, permits: poll.leased.key, startedMs: readMs };
    const key = keys.hold({ token, mode, readMs, ...poll.key, decision, lease }, nowMs);
    if (key === undefined) return { key, decision };
    keys.leaseOwner(key, nowMs);
    return { key, decision: withHeld(decision, key.permits) };
  }

  /** Lets a query pass that the database refuses, if this process holds a permit of its task. */
  #spendLeft({ task, decision }: FoundTask, nowMs: number): RateDecision {
    const permits = this.#tasks.get(task.id)?.permits;
    if (decision.allowed || permits?.hasPermit(nowMs) !== true) return decision;
    this.#services.taskLeases.use(permits, nowMs);
    return { ...decision, allowed: true };
  }

  #holdTask(task: ShownTask, ownerId: string, readMs: number): HeldTask | undefined {
    const { taskLeases, taskQuota } = this.#services;
    const permits = taskLeases.open(`poll:${task.id}`, taskQuota, ownerId);
    if (permits === undefined) return undefined;
    const held = { id: task.id, ownerId, permits, ended: holdEnded(task, readMs) };
    this.#tasks.set(task.id, held);
    return held;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    for (const [id, { permits }] of this.#tasks) if (permits.isForgotten) this.#tasks.delete(id);
  }
}

/** Returns a task to hold until its record changes; undefined if it may change at any time. */
export function holdEnded(task: ShownTask, readMs: number): EndedTask | undefined {
  // A refund that failed is repeated by an operator.
  if (task.finishedAt === null || task.billingStatus === 'refund_failed') return undefined;
  const leftMs = (task.videoExpiresAt?.getTime() ?? 0) - Date.now();
  const untilMs = leftMs > 0 ? readMs + leftMs : Number.POSITIVE_INFINITY;
  return { task, readMs, untilMs, record: undefined };
}

/**
 * Returns the ended task of a query, unless it was read before the key: retention deletes tasks, and a server that was promoted may
 * lack the end of one. A key is read again after such a change of servers, and after some minutes.
 */
export function findEnded({ key, task: { ended } }: HeldQuery, nowMs: number): EndedTask | undefined {
  return ended !== undefined && ended.readMs >= key.readMs && nowMs < ended.untilMs ? ended : undefined;
}
