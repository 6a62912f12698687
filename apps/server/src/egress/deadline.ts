import { EgressError } from './egress-error.ts';

/** Ends everything that listens to `signal` when the time is up or the caller gives up. */
interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** Replaces the timeout, which counts from the start, by a shorter one. */
  shorten(timeoutMs: number): void;
}

/** Starts the one clock of a whole exchange; the reason of its signal is always an `EgressError`. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const startedAt = performance.now();
  const expireAfter = (limitMs: number, delayMs: number) =>
    setTimeout(() => controller.abort(new EgressError('timeout', `timed out after ${limitMs} ms`)), delayMs);
  const giveUp = () =>
    controller.abort(new EgressError('aborted', 'aborted by the caller', { cause: signal?.reason }));
  let timer = expireAfter(timeoutMs, timeoutMs);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    shorten: (limitMs) => {
      if (limitMs >= timeoutMs) return;
      clearTimeout(timer);
      timer = expireAfter(limitMs, Math.max(limitMs - (performance.now() - startedAt), 0));
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    },
  };
}
