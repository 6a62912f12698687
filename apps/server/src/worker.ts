/** The worker's side of the server: takes jobs, and sweeps. */
import type { DeliverServices } from './callbacks/deliver.ts';
import { startDispatcher } from './callbacks/dispatch.ts';
import type { GenerateJob, Queue } from './db/queue.ts';
import { type GenerateServices, generateTask } from './generation/generate-task.ts';
import { deleteAbandonedWork } from './generation/work-folder.ts';
import { deleteOldRateWindows } from './keys/rate.queries.ts';
import { repeat } from './repeat.ts';
import { deleteOldIdempotencyKeys } from './tasks/submissions.queries.ts';
import { createExpiredFilesSweep, createOrphanedFilesSweep, failOverdueTasks } from './tasks/sweep.ts';
import { traced } from './telemetry/tracing.ts';

/** Previews mostly wait, so many run at once; an owner whose tasks wait for long must not keep the others' places. */
const TEST_PLACES = { all: 16, perOwner: 4 };
const SWEEP_INTERVAL_MS = 500;
const CLEANUP_INTERVAL_MS = 60_000;
/** A run ends with its task's deadline; what it does then, and clocks, may take a little. */
const WORK_GRACE_MS = 10 * 60_000;

export interface Worker {
  /** Stops taking work; running jobs are aborted and handed back to the queue. */
  stop(): Promise<void>;
}

export interface WorkerServices extends Omit<GenerateServices, 'wakeCallbacks'>, DeliverServices {
  readonly queue: Queue;
  readonly taskTimeoutMs: number;
}

/** Starts taking jobs, sending callbacks and sweeping. */
export async function startWorker(common: WorkerServices): Promise<Worker> {
  const { queue, database, log, dataDirectory, taskTimeoutMs } = common;
  const stopping = new AbortController();
  const dispatcher = startDispatcher(common);
  const services: GenerateServices = { ...common, wakeCallbacks: dispatcher.wake };
  const generate = ({ taskId, traceparent }: GenerateJob, signal: AbortSignal) =>
    traced('generate', { kind: 'job', parent: traceparent, attributes: { 'keyframe.task': taskId } }, () =>
      generateTask(services, taskId, AbortSignal.any([stopping.signal, signal])),
    );
  await queue.work('generate-live', common.provider.places, generate);
  await queue.work('generate-test', TEST_PLACES, generate);
  const repetitions = [
    repeat(() => failOverdueTasks(services), { everyMs: SWEEP_INTERVAL_MS, log }),
    repeat(createExpiredFilesSweep(services), { everyMs: SWEEP_INTERVAL_MS, log }),
    repeat(() => deleteAbandonedWork(dataDirectory, taskTimeoutMs + WORK_GRACE_MS), {
      everyMs: CLEANUP_INTERVAL_MS,
      log,
    }),
    repeat(createOrphanedFilesSweep(services, WORK_GRACE_MS), { everyMs: CLEANUP_INTERVAL_MS, log }),
    repeat((round) => deleteOldIdempotencyKeys(database, round), { everyMs: CLEANUP_INTERVAL_MS, log }),
    repeat((round) => deleteOldRateWindows(database, round), { everyMs: CLEANUP_INTERVAL_MS, log }),
  ];
  return {
    async stop() {
      const left = queue.leave();
      stopping.abort(new Error('The worker is stopping.'));
      await Promise.all([left, dispatcher.stop(), ...repetitions.map((repetition) => repetition.stop())]);
    },
  };
}
