/** Waits for the ends of tasks, as clients ask for by the preference `wait`. */
import type { EventEmitter } from 'node:events';
import { countWaiting } from '../telemetry/metrics.ts';
import type { Subscriber, Subscription, TaskChange, TaskChanges, WatchedTask } from './task-changes.ts';

/** A wait of at most `ms` for the end of a task. */
export interface RequestedWait extends WatchedTask {
  readonly ms: number;
  /** The response of Node, whose `close` ends the wait, since its client is gone; undefined without a server of Node. */
  readonly response: EventEmitter | undefined;
}

/**
 * Waits for the end of a task. It resolves with the milliseconds that it took, after the end, the time, the client's leaving
 * or the stop of the process. Undefined if the task's owner has no room.
 */
export type WaitForTask = (wait: RequestedWait) => Promise<number> | undefined;

/** Creates the waits of a process. */
export function createWaitForTask(taskChanges: Pick<TaskChanges, 'subscribe'>): WaitForTask {
  return (request) => {
    const wait = new Wait();
    const subscription = taskChanges.subscribe({ ownerId: request.ownerId, taskId: request.taskId }, wait);
    return subscription && wait.begin(request, subscription);
  };
}

/** A wait. There may be 10,000 of them, so it has few functions of its own. */
class Wait implements Subscriber {
  readonly #startedMs = performance.now();
  #subscription: Subscription | undefined;
  #response: EventEmitter | undefined;
  #timer: NodeJS.Timeout | undefined;
  #resolve: ((waitedMs: number) => void) | undefined;

  begin({ ms, response }: RequestedWait, subscription: Subscription): Promise<number> {
    this.#subscription = subscription;
    this.#response = response;
    this.#timer = setTimeout(endWait, ms, this);
    response?.on('close', this.end);
    countWaiting(1);
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  notify(change: TaskChange): void {
    if (change !== 'started') this.end();
  }

  readonly end = (): void => {
    const resolve = this.#resolve;
    if (resolve === undefined) return;
    this.#resolve = undefined;
    clearTimeout(this.#timer);
    this.#response?.off('close', this.end);
    this.#subscription?.end();
    countWaiting(-1);
    resolve(performance.now() - this.#startedMs);
  };
}

function endWait(wait: Wait): void {
  wait.end();
}
