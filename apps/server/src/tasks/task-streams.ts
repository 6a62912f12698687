/** Streams of the states of single tasks. A stream costs a query when its task changes, and none in between. */
import type { Log } from '../telemetry/log.ts';
import { countStream } from '../telemetry/metrics.ts';
import type { ShownTask } from './record.ts';
import type { Subscriber, TaskChange, TaskChanges, WatchedTask } from './task-changes.ts';
import type { ReadWaitingTask } from './waiting.queries.ts';

export interface TaskStreamsServices {
  readonly taskChanges: TaskChanges;
  readonly readWaitingTask: ReadWaitingTask;
  /** Lists the keys, by their hashes, that may no longer read tasks. */
  readonly findRefusedKeys: (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>;
  readonly log: Log;
}

export interface OpenedStream<TItem> extends WatchedTask {
  /** Hash of the key that reads the stream. */
  readonly hash: Buffer;
  readonly task: ShownTask;
  /** The status that the reader has seen already. */
  readonly seen: string | undefined;
  /** Creates the item of a state. */
  readonly show: (task: ShownTask) => TItem;
}

/** How often the keys of open streams are checked: a revoked one ends its streams after this time at most. */
const CHECK_MS = 5_000;
/** A stream reads its task again after this time without a change, since a transaction that commits very late is not noticed. */
const REREAD_MS = 30_000;

/** The open streams of a process. */
export class TaskStreams {
  readonly #services: TaskStreamsServices;
  readonly #checkMs: number;
  readonly #open = new Map<string, Set<{ end(): void; readAgain(): void }>>();
  #isChecking = false;

  constructor(services: TaskStreamsServices, checkMs = CHECK_MS) {
    this.#services = services;
    this.#checkMs = checkMs;
  }

  /** Opens a stream; undefined if the owner has no room. */
  open<TItem>({ hash, ownerId, taskId, ...state }: OpenedStream<TItem>): AsyncIterable<TItem> | undefined {
    const key = hash.toString('base64');
    const states = new TaskStates({
      ...state,
      read: async () => {
        const current = await this.#services.readWaitingTask({ hash, taskId });
        return current?.inScope ? current.task : undefined;
      },
      onEnd: () => {
        subscription?.end();
        const others = this.#open.get(key);
        others?.delete(states);
        if (others?.size === 0) this.#open.delete(key);
        countStream(-1);
      },
    });
    const subscription = this.#services.taskChanges.subscribe({ ownerId, taskId }, states);
    if (subscription === undefined) return undefined;
    countStream(1);
    this.#open.set(key, (this.#open.get(key) ?? new Set()).add(states));
    if (!this.#isChecking) void this.#checkKeys();
    return states;
  }

  async #checkKeys(): Promise<void> {
    const { findRefusedKeys, log } = this.#services;
    this.#isChecking = true;
    while (this.#open.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.#checkMs).unref());
      const hashes = [...this.#open.keys()].map((key) => Buffer.from(key, 'base64'));
      try {
        for (const hash of hashes.length > 0 ? await findRefusedKeys(hashes) : []) {
          for (const states of this.#open.get(hash.toString('base64')) ?? []) states.end();
        }
        this.#readAgain();
      } catch (error) {
        log.warn({ err: error }, 'the keys of open streams could not be checked');
      }
    }
    this.#isChecking = false;
  }

  #readAgain(): void {
    for (const ofKey of this.#open.values()) for (const states of ofKey) states.readAgain();
  }
}

interface TaskStatesOptions<TItem> extends Pick<OpenedStream<TItem>, 'task' | 'seen' | 'show'> {
  /** Reads the task again; undefined if the key may no longer read it. */
  readonly read: () => Promise<ShownTask | undefined>;
  readonly onEnd: () => void;
}

/** The states of a task. `return` works while `next` waits, which it does not in a generator. */
class TaskStates<TItem> implements AsyncIterableIterator<TItem, undefined>, Subscriber {
  readonly #options: TaskStatesOptions<TItem>;
  #current: ShownTask | undefined;
  #status: string | undefined;
  #isStale = false;
  #readMs = performance.now();
  #isEnded = false;
  #wake = () => {};

  constructor(options: TaskStatesOptions<TItem>) {
    this.#options = options;
    this.#current = options.task;
    this.#status = options.seen;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<TItem, undefined>> {
    while (!this.#isEnded) {
      const task = await this.#takeState();
      if (task === undefined || task.status === this.#status) continue;
      this.#status = task.status;
      if (task.finishedAt !== null) this.end();
      return { done: false, value: this.#options.show(task) };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<TItem, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  /** Reads the task again for the next state, unless the feed closes. */
  notify(change: TaskChange): void {
    if (change === 'closed') this.end();
    this.#isStale = true;
    this.#wake();
  }

  /** Reads the task again if that was long ago. */
  readAgain(): void {
    if (performance.now() - this.#readMs >= REREAD_MS) this.notify('started');
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd();
    this.#wake();
  }

  /** Returns the state that is due, if any, or waits for a change. */
  async #takeState(): Promise<ShownTask | undefined> {
    const task = this.#current;
    this.#current = undefined;
    if (task !== undefined) return task;
    if (!this.#isStale) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      return undefined;
    }
    this.#isStale = false;
    this.#readMs = performance.now();
    const read = await this.#options.read().catch((error: unknown) => {
      this.end();
      throw error;
    });
    if (read === undefined) this.end();
    return this.#isEnded ? undefined : read;
  }
}
