/** The worker's side of the server: takes jobs, sends callbacks, and sweeps. */

import { deleteOldAuditEvents } from './audit/audit.queries.ts';
import { deleteOldDeliveries } from './callbacks/deliveries.queries.ts';
import { type DispatchServices, startDispatcher } from './callbacks/dispatch.ts';
import { sampleServicePatiently } from './credits/overview.queries.ts';
import { deleteOldUsageSteps } from './credits/usage.queries.ts';
import { batched, LOOKUP_BATCHES } from './db/batch.ts';
import type { DatabaseConnection } from './db/database.ts';
import { fetchTask } from './generation/fetch-task.ts';
import { generateTask } from './generation/generate-task.ts';
import type { GenerateServices } from './generation/task-run.ts';
import { deleteAbandonedWork } from './generation/work-folder.ts';
import type { JobEnd } from './jobs/job-handler.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Job } from './jobs/jobs.queries.ts';
import { deleteOldRateWindows } from './limits/rate.queries.ts';
import type { SendFailedRefunds } from './notifications/operator-notices.ts';
import { deleteEndedSignIns } from './people/ended-sign-ins.queries.ts';
import { repeat } from './periodic/repeat.ts';
import { sendFailedRefundNotices } from './tasks/failed-refund-notices.queries.ts';
import { createPartitionsPatiently, dropOldMonths } from './tasks/partitions.queries.ts';
import { createEndTask, type SettleServices } from './tasks/settle.ts';
import { deleteOldIdempotencyKeys } from './tasks/submissions.queries.ts';
import {
  createExpiredFilesSweep,
  createOrphanedFilesSweep,
  createOverdueSweep,
  reduceOldInputs,
} from './tasks/sweep.ts';
import { claimTasks } from './tasks/tasks.queries.ts';
import { traced } from './telemetry/tracing.ts';

/** Previews take turns in one thread: an owner's next one is prepared while another is drawn, and no more. */
const TEST_SLOTS = { all: 16, perOwner: 2 };
const SWEEP_INTERVAL_MS = 500;
const NOTICE_INTERVAL_MS = 5_000;
const CLEANUP_INTERVAL_MS = 60_000;
/** A run ends with its task's deadline; this is the grace period for its cleanup and for clock skew. */
const WORK_GRACE_MS = 10 * 60_000;
const HAND_BACK_TIMEOUT_MS = 5_000;

export interface Worker {
  /** Stops taking work; running jobs are aborted and handed back to the queue, within 5 seconds. */
  stop(): Promise<void>;
}

export interface WorkerServices
  extends Omit<GenerateServices, 'claimTask' | 'endTask'>,
    Omit<SettleServices, 'wakeCallbacks'>,
    DispatchServices {
  readonly queue: JobQueue;
  /** Notifies operators of refunds that failed; undefined without a channel. */
  readonly sendFailedRefunds: SendFailedRefunds | undefined;
  readonly inputTtlMs: number;
  readonly auditTtlMs: number;
  /** How long what a task leaves behind is kept after its end. */
  readonly retentionMs: number;
  /** Whole months before this one whose tasks are kept; undefined: all. */
  readonly taskMonths: number | undefined;
  /** Opens a connection that waits for an answer for any time, until the signal is aborted. */
  readonly connectWithoutTimeout: (signal: AbortSignal) => DatabaseConnection;
  /** How many processes may die that work on a job; then its task fails. */
  readonly jobDeaths: number;
}

/** Starts taking jobs, sending callbacks and sweeping. */
export async function startWorker(common: WorkerServices): Promise<Worker> {
  const { queue, database, log, dataDirectory, inputTtlMs, auditTtlMs, retentionMs } = common;
  const dispatcher = startDispatcher(common);
  const services = createRunServices(common, dispatcher.wake);
  const slots = { live: common.provider.slots, test: TEST_SLOTS };
  const working = queue.work(slots, {
    fetch: (job, stopping, isCrowded) =>
      tracedJob('fetch', job, async () =>
        isPoison(services, job)
          ? failPoison(services, job)
          : fetchTask(services, job.taskId, { stopping, isCrowded }),
      ),
    generate: (job, fetched, stopping) =>
      tracedJob('generate', job, async () =>
        isPoison(services, job)
          ? failPoison(services, job)
          : generateTask(services, job.taskId, { fetched, stopping }),
      ),
  });
  const { sendFailedRefunds, taskMonths: months, connectWithoutTimeout: connect } = common;
  const cleanup = { everyMs: CLEANUP_INTERVAL_MS, log };
  const repetitions = [
    ...(sendFailedRefunds === undefined
      ? []
      : [
          repeat(() => sendFailedRefundNotices(database, sendFailedRefunds), {
            everyMs: NOTICE_INTERVAL_MS,
            log,
          }),
        ]),
    repeat(createOverdueSweep(services), { everyMs: SWEEP_INTERVAL_MS, log }),
    repeat(createExpiredFilesSweep(services), { everyMs: SWEEP_INTERVAL_MS, log }),
    repeat(() => deleteAbandonedWork(database, dataDirectory), cleanup),
    repeat(createOrphanedFilesSweep(services, WORK_GRACE_MS), cleanup),
    repeat((round) => reduceOldInputs(database, { ttlMs: inputTtlMs, round }), cleanup),
    repeat((round) => deleteOldIdempotencyKeys(database, round), cleanup),
    repeat((round) => deleteOldDeliveries(database, { retentionMs, round }), cleanup),
    repeat((round) => deleteOldRateWindows(database, round), cleanup),
    repeat((round) => deleteEndedSignIns(database, round), cleanup),
    repeat((round) => deleteOldAuditEvents(database, { ttlMs: auditTtlMs, round }), cleanup),
    repeat((round) => deleteOldUsageSteps(database, round), cleanup),
    repeat((_, stopping) => sampleServicePatiently(database, () => connect(stopping)), cleanup),
    repeat(
      (_, stopping) => createPartitionsPatiently(database, { connect: () => connect(stopping), log }),
      cleanup,
    ),
    ...(months === undefined
      ? []
      : [
          repeat(
            (_, stopping) => dropOldMonths(database, { months, connect: () => connect(stopping), log }),
            cleanup,
          ),
        ]),
  ];
  return {
    async stop() {
      await Promise.all([
        working.stop(HAND_BACK_TIMEOUT_MS),
        dispatcher.stop(),
        ...repetitions.map((repetition) => repetition.stop()),
      ]);
    },
  };
}

/** Lets runs that start or end at the same moment share statements. */
function createRunServices(common: WorkerServices, wakeCallbacks: () => void) {
  return {
    ...common,
    claimTask: batched((ids: readonly string[]) => claimTasks(common.database, ids), LOOKUP_BATCHES),
    endTask: createEndTask({ ...common, wakeCallbacks }),
  };
}

/** A job is a message of the table `jobs`. */
const JOB_ATTRIBUTES = {
  'messaging.system': 'postgresql',
  'messaging.destination.name': 'jobs',
  'messaging.operation.type': 'process',
};

function tracedJob<TEnd>(name: string, job: Job, work: () => Promise<TEnd>): Promise<TEnd> {
  const attributes = {
    ...JOB_ATTRIBUTES,
    'messaging.operation.name': name,
    'messaging.message.id': job.taskId,
  };
  return traced(`${name} jobs`, { kind: 'job', parent: job.traceparent, attributes }, work);
}

function isPoison({ jobDeaths }: Pick<WorkerServices, 'jobDeaths'>, { deaths }: Job): boolean {
  return deaths >= jobDeaths;
}

/** A poison job would crash the next worker too, and every job running in it. */
async function failPoison(services: GenerateServices, { taskId, deaths }: Job): Promise<JobEnd> {
  services.log.error({ taskId, deaths }, 'the processes that worked on a job died: its task fails');
  await services.endTask({ kind: 'failed', taskId, reason: 'provider_failed' });
  return { kind: 'ended' };
}
