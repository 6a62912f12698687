/** A task with all that is known about it: from its own row, the ledger and the log of its callback. */
import type { TaskDetail, TimelineEntry } from '@keyframe/console-contract/hono';
import { listOwnDeliveries } from '../../callbacks/delivery-listing.queries.ts';
import { listEntries } from '../../credits/entries.queries.ts';
import type { Database } from '../../db/database.ts';
import type { LedgerEntry, Task } from '../../db/tables.ts';
import { findKeyById } from '../../keys/keys.queries.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { TaskSummary } from '../../tasks/listing.queries.ts';
import { taskResult } from '../../tasks/record.ts';
import { describeDelivery } from './deliveries.ts';

/** Entries of a task at most: reservation, settlement, and no other. */
const MAX_ENTRIES = 10;

/** Shows a task as lists do. */
export function describeSummary(task: TaskSummary) {
  return {
    id: task.id,
    owner_id: task.ownerId,
    mode: task.mode,
    model: task.model,
    generation_type: task.generationType,
    status: task.status,
    billing_status: task.billingStatus,
    credits: task.credits,
    failed_reason: task.failedReason,
    prompt: task.inputReducedAt === null ? task.prompt : null,
    key: task.keyId === null ? null : { id: task.keyId, name: task.keyName ?? '', hint: task.keyHint ?? '' },
    created_at: task.createdAt.toISOString(),
    started_at: task.startedAt?.toISOString() ?? null,
    finished_at: task.finishedAt?.toISOString() ?? null,
  };
}

/** Shows an entry of the ledger. */
export function describeEntry({ id, mode, kind, amount, taskId, createdAt }: LedgerEntry) {
  return { id, mode, kind, amount, task_id: taskId, created_at: createdAt.toISOString() };
}

/** Reads what belongs to a task, and shows it all. */
export async function describeTask(
  { database, links }: { readonly database: Database; readonly links: ResultLinks },
  task: Task,
): Promise<TaskDetail> {
  const { ownerId, id: taskId, keyId, input } = task;
  const [key, { items: entries }, { items: deliveries }] = await Promise.all([
    keyId === null ? undefined : findKeyById(database, keyId),
    listEntries(database, { ownerId, taskId, limit: MAX_ENTRIES }),
    listOwnDeliveries(database, { ownerId, taskId, limit: 1 }),
  ]);
  const now = new Date();
  const isKept = task.inputReducedAt === null;
  const summary: TaskSummary = {
    ...task,
    generationType: input.generation_type,
    prompt: input.prompt.slice(0, 200),
    keyName: key?.name ?? null,
    keyHint: key?.hint ?? null,
  };
  const { generation_type: _, prompt, image_urls, video_urls, audio_urls, ...settings } = input;
  return {
    ...describeSummary(summary),
    full_prompt: isKept ? prompt : null,
    settings: { ...settings, seed: task.seed },
    references: [
      ...image_urls.map((url) => ({ kind: 'image' as const, url })),
      ...video_urls.map((url) => ({ kind: 'video' as const, url })),
      ...audio_urls.map((url) => ({ kind: 'audio' as const, url })),
    ],
    input_deleted_at: task.inputReducedAt?.toISOString() ?? null,
    callback_url: task.callbackUrl,
    deadline: task.deadline.toISOString(),
    timeline: buildTimeline(task, { entries, deliveries, now }),
    billing: entries.toReversed().map(describeEntry),
    result: taskResult(task, links, now) ?? null,
    deliveries: deliveries.map(describeDelivery),
  };
}

interface History {
  readonly entries: readonly LedgerEntry[];
  readonly deliveries: readonly Parameters<typeof describeDelivery>[0][];
  readonly now: Date;
}

/** Combines the recorded times of all states: of the task, the ledger and the deliveries, whose due time ends final. */
function buildTimeline(task: Task, { entries, deliveries, now }: History): TimelineEntry[] {
  const refund = entries.find(({ kind }) => kind === 'refund');
  const isFailed = task.status === 'failed';
  // A refund that was tried again came later than the end of its task.
  const isLate = refund !== undefined && refund.createdAt.getTime() !== task.finishedAt?.getTime();
  const [delivery] = deliveries;
  const expired = task.videoExpiresAt !== null && task.videoExpiresAt <= now ? task.videoExpiresAt : null;
  const reached: [TimelineEntry['state'], Date | null | undefined][] = [
    ['accepted', task.createdAt],
    ['generating', task.startedAt],
    ['completed', isFailed ? null : task.finishedAt],
    ['failed', isFailed ? task.finishedAt : null],
    ['refund_failed', isFailed && (refund === undefined || isLate) ? task.finishedAt : null],
    ['refunded', refund?.createdAt],
    ['callback_delivered', delivery?.status === 'delivered' ? delivery.dueAt : null],
    ['callback_failed', delivery?.status === 'failed' ? delivery.dueAt : null],
    ['results_expired', expired],
  ];
  return reached
    .flatMap(([state, at]) => (at === null || at === undefined ? [] : [{ state, at: at.toISOString() }]))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
