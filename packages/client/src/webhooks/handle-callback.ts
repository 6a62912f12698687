// The core of the handlers of all frameworks: verify, handle once, respond.
import { CallbackError } from '../errors/callback-error.ts';
import { createSeenTasks, type SeenTasks } from './seen-tasks.ts';
import {
  type CallbackEvent,
  type ReceivedCallback,
  type UnwrapOptions,
  unwrapCallback,
} from './unwrap-callback.ts';

/** Options of every handler. */
export interface HandlerOptions extends UnwrapOptions {
  /** Called once for each task (EVT-6); if it throws, the service delivers again. */
  onEvent(event: CallbackEvent): unknown;
  /** Store of the handled tasks; in memory by default. */
  seen?: SeenTasks;
}

/** A response, independent of frameworks. */
export interface HandlerAnswer {
  /** 200, or 400 for a callback that cannot be trusted. */
  status: number;
  body: { received: boolean; message?: string };
}

/**
 * Creates a handler of callbacks. A delivery that arrives while another of the same task is being handled shares its
 * outcome, so `onEvent` never runs twice at once for a task in one process.
 * @throws the errors of `onEvent`, and `ConfigurationError`: the framework answers 500, and the service delivers again
 */
export function createCallbackHandler({
  onEvent,
  seen = createSeenTasks(),
  ...options
}: HandlerOptions): (received: ReceivedCallback) => Promise<HandlerAnswer> {
  const underWay = new Map<string, Promise<void>>();
  const handleOnce = async (event: CallbackEvent) => {
    if (await seen.has(event.id)) return;
    await onEvent(event);
    await seen.add(event.id);
  };
  return async (received) => {
    try {
      const event = await unwrapCallback(received, options);
      const handling = underWay.get(event.id) ?? handleOnce(event).finally(() => underWay.delete(event.id));
      underWay.set(event.id, handling);
      await handling;
      return { status: 200, body: { received: true } };
    } catch (error) {
      if (!(error instanceof CallbackError)) throw error;
      return { status: 400, body: { received: false, message: error.message } };
    }
  };
}
