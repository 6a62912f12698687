/** A task as its owner sees it, and as the receiver of its callback does. */
import type { components } from '@keyframe/contract';
import type { Task } from '../db/tables.ts';
import type { ResultLinks } from '../results/result-links.ts';

type Schemas = components['schemas'];

/** Representations of a task as record and as callback. */
export type ShownTask = Pick<
  Task,
  | 'id'
  | 'model'
  | 'credits'
  | 'status'
  | 'billingStatus'
  | 'failedReason'
  | 'hasLastFrame'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'videoExpiresAt'
>;

/** A task as its owner sees it. */
export type TaskRecord = Schemas['Task'];

/** Creates a task's record for a time. Results are gone once they have expired, even before the sweep (RES-34). */
export function taskRecord(task: ShownTask, links: ResultLinks, now: Date): TaskRecord {
  const base = { ...identity(task), credits: task.credits } as const;
  switch (task.status) {
    case 'queued':
    case 'generating':
      return { ...base, status: task.status, billing_status: 'reserved', failed_reason: null };
    case 'completed':
      return {
        ...base,
        status: 'completed',
        billing_status: 'charged',
        failed_reason: null,
        data: completedData(task, links, now),
      };
    case 'failed':
      return {
        ...base,
        status: 'failed',
        failed_reason: task.failedReason ?? 'provider_failed',
        billing_status: task.billingStatus === 'refund_failed' ? 'refund_failed' : 'refunded',
      };
  }
}

/** Shows the callback of a terminal task (EVT-2, EVT-3). */
export function taskEvent(
  task: ShownTask,
  links: ResultLinks,
): Schemas['TaskCompletedEvent'] | Schemas['TaskFailedEvent'] {
  if (task.status === 'completed') {
    return {
      ...identity(task),
      status: 'completed',
      data: completedData(task, links, task.finishedAt ?? new Date()),
    };
  }
  return {
    ...identity(task),
    status: 'failed',
    data: {
      failed_reason: task.failedReason ?? 'provider_failed',
      credits_refunded: task.billingStatus === 'refunded' ? task.credits : 0,
    },
  };
}

function identity(task: ShownTask) {
  return {
    id: task.id,
    created_at: Math.floor(task.createdAt.getTime() / 1000),
    model: task.model,
  };
}

/** Shows the outcome of a task, undefined unless it is completed. */
export function taskResult(
  task: ShownTask,
  links: ResultLinks,
  now: Date,
): Schemas['TaskCompletedEvent']['data'] | undefined {
  return task.status === 'completed' ? completedData(task, links, now) : undefined;
}

function completedData(
  task: ShownTask,
  links: ResultLinks,
  now: Date,
): Schemas['TaskCompletedEvent']['data'] {
  const { startedAt, finishedAt, videoExpiresAt } = task;
  if (startedAt === null || finishedAt === null || videoExpiresAt === null) {
    throw new Error(`Task ${task.id} is completed without its times.`);
  }
  const available = now < videoExpiresAt;
  const link = (file: 'video' | 'last-frame') =>
    links.create({ taskId: task.id, file, expiresAt: videoExpiresAt });
  return {
    results: available ? [link('video')] : [],
    video_expires_at: videoExpiresAt.toISOString(),
    last_frame_url: available && task.hasLastFrame ? link('last-frame') : null,
    processing_time: (finishedAt.getTime() - startedAt.getTime()) / 1000,
  };
}
