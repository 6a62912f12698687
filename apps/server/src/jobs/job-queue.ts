/**
 * The queue of tasks: rows of `jobs`, which a process takes by leases and renews while it lives. A submission stores
 * the row in its own transaction, and the end of the task deletes it. One loop a process looks for jobs of every kind;
 * submissions of the same process wake it, others are seen at its next poll.
 */
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import type { Log } from '../telemetry/log.ts';
import type { JobHandler, Slots } from './job-handler.ts';
import { JobLoop } from './job-loop.ts';

/** A process that takes jobs. */
export interface Working {
  /** Takes no more, aborts what runs, waits for it at most `timeoutMs`, and puts everything back. */
  stop(timeoutMs: number): Promise<void>;
}

export interface JobQueue {
  /** Lets this process look for jobs of a mode at once; call it after the commit. */
  wake(mode: Mode): void;
  /** Starts taking jobs. */
  work<TFetched extends AsyncDisposable>(
    slots: Readonly<Record<Mode, Slots>>,
    handler: JobHandler<TFetched>,
  ): Working;
}

export interface JobQueueOptions {
  readonly database: Database;
  readonly log: Log;
  /** After so long without a renewal a process counts as dead, in milliseconds; 10 seconds by default. */
  readonly leaseMs?: number | undefined;
}

const LEASE_MS = 10_000;

/** Creates the queue of one process; it takes no jobs before `work`. */
export function createJobQueue({ database, log, leaseMs = LEASE_MS }: JobQueueOptions): JobQueue {
  let wake: (mode: Mode) => void = () => {};
  return {
    wake: (mode) => wake(mode),
    work(slots, handler) {
      const loop = new JobLoop({ database, log, leaseMs }, slots, handler);
      wake = (mode) => loop.wake(mode);
      loop.start();
      return loop;
    },
  };
}
