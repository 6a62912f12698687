import { EgressError } from './egress-error.ts';

/** Ends everything that listens to `signal` when the time is up or the caller gives up. */
interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts the one clock of a whole exchange; the reason of its signal is always an `EgressError`. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const expire = () => controller.abort(new EgressError('timeout', `timed out after ${timeoutMs} ms`));
  const giveUp = () =>
    controller.abort(new EgressError('aborted', 'aborted by the caller', { cause: signal?.reason }));
  const timer = setTimeout(expire, timeoutMs);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    },
  };
}
