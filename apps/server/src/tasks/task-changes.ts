/** Notifies subscribers of tasks that start or end. One query at an interval serves all subscribers of the process. */
import { Poller } from '../poller.ts';
import type { Log } from '../telemetry/log.ts';

/** A task that a subscriber follows, and its owner. */
export interface WatchedTask {
  readonly ownerId: string;
  readonly taskId: string;
}

/** Subscribers at once in this process. */
export interface SubscriberLimits {
  readonly total: number;
  readonly perOwner: number;
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

export interface TaskChangesOptions extends SubscriberLimits {
  readonly intervalMs: number;
}

const OPTIONS: TaskChangesOptions = { total: 10_000, perOwner: 2_000, intervalMs: 200 };
/** A change becomes visible after the moment at which it was made: when its transaction commits, which takes this long at most. */
const COMMIT_MS = 15_000;

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
  readonly #options: TaskChangesOptions;
  readonly #poller: Poller;
  /** By task, and few for each, since queries of a task are limited. */
  readonly #subscriptions = new Map<string, readonly TaskSubscription[]>();
  readonly #owners = new Map<string, number>();
  #count = 0;
  #isClosed = false;

  constructor(services: TaskChangesServices, options: Partial<TaskChangesOptions> = {}) {
    this.#services = services;
    this.#options = { ...OPTIONS, ...options };
    this.#poller = new Poller({
      poll: (sinceMs) => this.#poll(sinceMs),
      isNeeded: () => this.#count > 0,
      everyMs: this.#options.intervalMs,
      log: services.log,
      failure: 'the tasks that changed could not be read',
    });
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Notifies the subscriber when the task starts, and when it ends or the feed closes, which ends the subscription.
   * Undefined if the owner has no room. A change before the subscription is noticed only if it was a few seconds ago, so
   * read the task before or after subscribing.
   */
  subscribe(task: WatchedTask, subscriber: Subscriber): Subscription | undefined {
    const { ownerId, taskId } = task;
    if (this.#isClosed || !this.#hasRoom(ownerId)) return undefined;
    const subscription = new TaskSubscription(task, subscriber, this.#remove);
    const others = this.#subscriptions.get(taskId) ?? [];
    // An array that is spread or grown has room for 16 more.
    this.#subscriptions.set(taskId, others.concat(subscription));
    this.#addCount(ownerId, 1);
    this.#poller.start();
    return subscription;
  }

  /** Notifies all subscribers and accepts no more. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#subscriptions.keys()]) this.#notify(id, 'closed');
  }

  /**
   * An owner takes no more of the room than it leaves free: the more owners wait, the smaller is the share of each, and
   * something is left for the next one (the dynamic threshold of shared buffers).
   */
  #hasRoom(ownerId: string): boolean {
    const { total, perOwner } = this.#options;
    return (this.#owners.get(ownerId) ?? 0) < Math.min(perOwner, total - this.#count);
  }

  #addCount(ownerId: string, change: 1 | -1): void {
    this.#count += change;
    const count = (this.#owners.get(ownerId) ?? 0) + change;
    if (count === 0) this.#owners.delete(ownerId);
    else this.#owners.set(ownerId, count);
  }

  async #poll(sinceMs: number): Promise<void> {
    const changed = await this.#services.findChanged(sinceMs + COMMIT_MS);
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
    this.#addCount(ownerId, -1);
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
