import type { Log } from './telemetry/log.ts';

export interface Repetition {
  /** Stops repeating and waits for a round under way. */
  stop(): Promise<void>;
}

/** Runs an action every `everyMs`, never two rounds at once; an error is logged and the next round tries again. */
export function repeat(
  action: () => Promise<void>,
  { everyMs, log }: { readonly everyMs: number; readonly log: Log },
): Repetition {
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= action()
      .catch((error: unknown) => log.error({ err: error }, 'a repeated action failed'))
      .finally(() => {
        round = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
