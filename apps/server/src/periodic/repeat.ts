import { createErrorLog } from '../telemetry/error-log.ts';
import type { Log } from '../telemetry/log.ts';

export interface Repetition {
  /** Stops repeating and waits for a current round, whose signal is aborted. */
  stop(): Promise<void>;
}

/** One round of a repeated action. */
export interface Round {
  /** Whether a round that works in batches has to end before its next one: its time is over, or the process stops. */
  readonly isOver: boolean;
}

/**
 * Runs an action every `everyMs`, never two rounds at once; an error is logged and the next round tries again. A round
 * may take half of that time, so that its work leaves the database to others as often as not. `stopping` is aborted at the
 * stop, for an action that does not work in batches.
 */
export function repeat(
  action: (round: Round, stopping: AbortSignal) => Promise<unknown>,
  { everyMs, log }: { readonly everyMs: number; readonly log: Log },
): Repetition {
  let underWay: Promise<unknown> | undefined;
  const stopping = new AbortController();
  const logError = createErrorLog(log, 'a repeated action failed');
  const timer = setInterval(() => {
    if (underWay !== undefined) return;
    const endsAt = performance.now() + everyMs / 2;
    const round: Round = {
      get isOver() {
        return stopping.signal.aborted || performance.now() > endsAt;
      },
    };
    underWay = action(round, stopping.signal)
      .catch(logError)
      .finally(() => {
        underWay = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      stopping.abort(new Error('The process is stopping.'));
      clearInterval(timer);
      await underWay;
    },
  };
}
