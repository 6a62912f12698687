/** Notifies subscribers of tasks that end. One query at an interval serves all subscribers of the process. */
import type { Log } from '../telemetry/log.ts';

/** The task whose end a subscriber waits for, and its owner. */
export interface WatchedTask {
  readonly ownerId: string;
  readonly taskId: string;
}

/** Subscribers at once in this process. */
export interface SubscriberLimits {
  readonly total: number;
  readonly perOwner: number;
}

export interface EndedTasksServices {
  /** Lists the ids of the tasks that ended within the last milliseconds. */
  readonly findEnded: (sinceMs: number) => Promise<readonly string[]>;
  readonly log: Log;
}

export interface EndedTasksOptions extends SubscriberLimits {
  readonly intervalMs: number;
}

const OPTIONS: EndedTasksOptions = { total: 10_000, perOwner: 2_000, intervalMs: 200 };
/** A task becomes visible after the moment at which it ended: when its transaction commits, which takes this long at most. */
const COMMIT_MS = 15_000;

/** A feed of ended tasks. It queries nothing while it has no subscribers. */
export class EndedTasks {
  readonly #services: EndedTasksServices;
  readonly #options: EndedTasksOptions;
  readonly #subscribers = new Map<string, Set<() => void>>();
  readonly #owners = new Map<string, number>();
  #count = 0;
  #isPolling = false;
  #isClosed = false;

  constructor(services: EndedTasksServices, options: Partial<EndedTasksOptions> = {}) {
    this.#services = services;
    this.#options = { ...OPTIONS, ...options };
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Calls `onEnd` once: when the task has ended, or when the feed closes. Returns a function that ends the subscription, or
   * undefined if the owner has no room. An end before the subscription is noticed only if it was a few seconds ago, so
   * read the task after subscribing.
   */
  subscribe({ ownerId, taskId }: WatchedTask, onEnd: () => void): (() => void) | undefined {
    if (this.#isClosed || !this.#hasRoom(ownerId)) return undefined;
    const subscribers = this.#subscribers.get(taskId) ?? new Set();
    this.#subscribers.set(taskId, subscribers);
    const unsubscribe = () => {
      if (!subscribers.delete(notify)) return;
      if (subscribers.size === 0) this.#subscribers.delete(taskId);
      this.#addCount(ownerId, -1);
    };
    const notify = () => {
      unsubscribe();
      onEnd();
    };
    subscribers.add(notify);
    this.#addCount(ownerId, 1);
    if (!this.#isPolling) void this.#poll();
    return unsubscribe;
  }

  /** Notifies all subscribers and accepts no more. */
  close(): void {
    this.#isClosed = true;
    this.#notify([...this.#subscribers.keys()]);
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

  async #poll(): Promise<void> {
    const { findEnded, log } = this.#services;
    this.#isPolling = true;
    let readAt = performance.now();
    let isFailing = false;
    while (this.#count > 0) {
      const startedAt = performance.now();
      try {
        this.#notify(await findEnded(startedAt - readAt + COMMIT_MS));
        readAt = startedAt;
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'the tasks that ended could not be read');
        isFailing = true;
      }
      await new Promise((resolve) => setTimeout(resolve, this.#options.intervalMs).unref());
    }
    this.#isPolling = false;
  }

  #notify(taskIds: readonly string[]): void {
    for (const id of taskIds) {
      for (const notify of this.#subscribers.get(id) ?? []) notify();
    }
  }
}

/** Waits until a task has ended, at most `ms`, or until the signal aborts; returns false at once if its owner has no room. */
export function waitForEnd(
  feed: EndedTasks,
  task: WatchedTask,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      unsubscribe?.();
      resolve(unsubscribe !== undefined);
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = feed.subscribe(task, end);
    if (unsubscribe === undefined || signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
