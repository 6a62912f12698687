/** Notifies subscribers of tasks that start or end. One query at an interval serves all subscribers of the process. */

import { type Room, RoomByOwner } from '@keyframe/fairness';
import { Poller } from '../periodic/poller.ts';
import type { Log } from '../telemetry/log.ts';

/** A task that a subscriber follows, and its owner. */
export interface WatchedTask {
  readonly ownerId: string;
  readonly taskId: string;
}

/** A task that started or ended recently. */
export interface ChangedTask {
  readonly id: string;
  readonly isEnded: boolean;
}

export interface TaskChangesServices {
  /** Lists the tasks that started or ended within the last milliseconds. */
  readonly findChanged: (sinceMs: number) => Promise<readonly ChangedTask[]>;
  readonly log: Log;
}

/** How many subscribers this process has at once, and how often it looks for changes. */
export interface TaskChangesOptions extends Room {
  readonly intervalMs: number;
}

const OPTIONS: TaskChangesOptions = { total: 10_000, perOwner: 2_000, intervalMs: 200 };
/** A change becomes visible after the moment at which it was made: when its transaction commits, mostly within this time. */
const COMMIT_MS = 1_500;
/**
 * The time of a transaction that waits for locks, and how often such are looked for. One that waits for a standby takes any
 * time: streams read their tasks again, and requests that wait have an end.
 */
const LATE_COMMIT_MS = 15_000;
const LATE_INTERVAL_MS = 3_000;

/** Change that a subscriber is notified of: `closed` when the feed stops. */
export type TaskChange = 'started' | 'ended' | 'closed';

/** A receiver of the changes of a task. */
export interface Subscriber {
  notify(change: TaskChange): void;
}

/** A subscription, which ends with its task or by `end`. */
export interface Subscription {
  end(): void;
}

/** A feed of tasks that start or end. It queries nothing while it has no subscribers. */
export class TaskChanges {
  readonly #services: TaskChangesServices;
  readonly #poller: Poller;
  /** By task, and few for each, since queries of a task are limited. */
  readonly #subscriptions = new Map<string, readonly TaskSubscription[]>();
  readonly #room: RoomByOwner;
  #lookedForLateMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(services: TaskChangesServices, options: Partial<TaskChangesOptions> = {}) {
    this.#services = services;
    const { intervalMs, ...room } = { ...OPTIONS, ...options };
    this.#room = new RoomByOwner(room);
    this.#poller = new Poller({
      poll: (sinceMs) => this.#poll(sinceMs),
      isNeeded: () => this.count > 0,
      everyMs: intervalMs,
      log: services.log,
      failure: 'the tasks that changed could not be read',
    });
  }

  get count(): number {
    return this.#room.count;
  }

  /**
   * Notifies the subscriber when the task starts, and when it ends or the feed closes, which ends the subscription.
   * Undefined if the owner has no room. A change before the subscription is noticed only if it was a few seconds ago, so
   * read the task before or after subscribing.
   */
  subscribe(task: WatchedTask, subscriber: Subscriber): Subscription | undefined {
    const { ownerId, taskId } = task;
    if (this.#isClosed || !this.#room.enter(ownerId)) return undefined;
    const subscription = new TaskSubscription(task, subscriber, this.#remove);
    const others = this.#subscriptions.get(taskId) ?? [];
    // An array that is spread or grown has room for 16 more.
    this.#subscriptions.set(taskId, others.concat(subscription));
    this.#poller.start();
    return subscription;
  }

  /** Notifies all subscribers and accepts no more. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#subscriptions.keys()]) this.#notify(id, 'closed');
  }

  async #poll(sinceMs: number): Promise<void> {
    const nowMs = performance.now();
    const isLate = nowMs - this.#lookedForLateMs >= LATE_INTERVAL_MS;
    const changed = await this.#services.findChanged(sinceMs + (isLate ? LATE_COMMIT_MS : COMMIT_MS));
    if (isLate) this.#lookedForLateMs = nowMs;
    for (const { id, isEnded } of changed) this.#notify(id, isEnded ? 'ended' : 'started');
  }

  #notify(taskId: string, change: TaskChange): void {
    for (const subscription of this.#subscriptions.get(taskId) ?? []) subscription.notify(change);
  }

  readonly #remove = (subscription: TaskSubscription): void => {
    const { ownerId, taskId } = subscription.task;
    const subscriptions = this.#subscriptions.get(taskId) ?? [];
    const others = subscriptions.filter((other) => other !== subscription);
    if (others.length === subscriptions.length) return;
    if (others.length === 0) this.#subscriptions.delete(taskId);
    else this.#subscriptions.set(taskId, others);
    this.#room.leave(ownerId);
  };
}

class TaskSubscription implements Subscription {
  readonly task: WatchedTask;
  readonly #subscriber: Subscriber;
  readonly #remove: (subscription: TaskSubscription) => void;
  #hasStarted = false;

  constructor(task: WatchedTask, subscriber: Subscriber, remove: (subscription: TaskSubscription) => void) {
    this.task = task;
    this.#subscriber = subscriber;
    this.#remove = remove;
  }

  notify(change: TaskChange): void {
    // A change is listed until it is older than the time that a commit takes.
    if (change === 'started' && this.#hasStarted) return;
    this.#hasStarted = true;
    if (change !== 'started') this.end();
    this.#subscriber.notify(change);
  }

  end(): void {
    this.#remove(this);
  }
}
