/**
 * Waits for callbacks that some API process receives. They are rows of the database, looked up for all waiting tasks
 * at once, twice a second: NOTIFY would make commits queue up, and a listening connection is one more thing to lose.
 */
import type { CallbackEvent } from '@keyframe/client/webhooks';
import type { Repeat, UpstreamStore } from './ports.ts';

/** Notifies waiting tasks of their callbacks. */
export interface EventWatch {
  /** Resolves with the task's callback; rejects with the signal's reason. */
  wait(taskId: string, signal: AbortSignal): Promise<CallbackEvent>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 500;

/** Starts looking; an outage of the database only means that nothing is seen meanwhile. */
export function watchEvents({
  store,
  repeat,
}: {
  readonly store: Pick<UpstreamStore, 'findEvents'>;
  readonly repeat: Repeat;
}): EventWatch {
  const waiting = new Map<string, (event: CallbackEvent) => void>();
  const look = async () => {
    if (waiting.size === 0) return;
    for (const { taskId, event } of await store.findEvents([...waiting.keys()])) {
      waiting.get(taskId)?.(event);
    }
  };
  const looking = repeat(look, { everyMs: LOOK_EVERY_MS });
  return {
    wait(taskId, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<CallbackEvent>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(taskId, resolve);
      if (signal.aborted) stop();
      return promise.finally(() => {
        signal.removeEventListener('abort', stop);
        if (waiting.get(taskId) === resolve) waiting.delete(taskId);
      });
    },
    stop: () => looking.stop(),
  };
}
