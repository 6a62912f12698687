import { type Client, isKeyframeError } from '@keyframe/client';
import type { Progress } from './progress.ts';
import { saveResult } from './save-result.ts';
import { deleteRecord, recordAcceptance, type StoredVideo } from './video-record.ts';

/** The outcome of a run. */
export interface VideoOutcome {
  readonly taskId: string;
  readonly status: 'accepted' | 'completed' | 'failed';
  readonly credits?: number;
  readonly billingStatus?: string;
  readonly failedReason?: string;
  readonly results?: readonly string[];
  readonly file?: string;
}

interface Run {
  readonly client: Client;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Errors of a submission that accept nothing: the next run starts anew. */
const REFUSALS: readonly string[] = [
  'configuration_invalid',
  'forbidden',
  'insufficient_credits',
  'invalid_api_key',
  'invalid_request',
];
/** Errors of an accepted task that no later run can overcome. */
const LOSSES: readonly string[] = ['not_found', 'result_unavailable'];

/** Submits a stored request, or continues it. Its record is kept until its outcome is known, and saved. */
export async function generateVideo(run: Run, stored: StoredVideo): Promise<VideoOutcome> {
  if (stored.isResumed) run.progress.report({ event: 'resuming' });
  const accepted = await deleteAfter(stored, REFUSALS, () => submitOnce(run, stored));
  const outcome = await deleteAfter(accepted, LOSSES, () => finish(run, accepted));
  await deleteRecord(stored);
  return outcome;
}

async function deleteAfter<TResult>(
  stored: StoredVideo,
  codes: readonly string[],
  step: () => Promise<TResult>,
): Promise<TResult> {
  try {
    return await step();
  } catch (error) {
    if (isKeyframeError(error) && codes.includes(error.code)) await deleteRecord(stored);
    throw error;
  }
}

async function submitOnce({ client, progress, signal }: Run, stored: StoredVideo): Promise<StoredVideo> {
  const { taskId, request, idempotencyKey } = stored.record;
  if (taskId !== undefined) return stored;
  progress.report({ event: 'submitting' });
  const accepted = await client.videos.create(request, { idempotencyKey, signal });
  progress.report({ event: 'accepted', ...accepted });
  return recordAcceptance(stored, accepted.taskId);
}

async function finish(run: Run, { record }: StoredVideo): Promise<VideoOutcome> {
  const { taskId = '', waits, out } = record;
  if (!waits) return { taskId, status: 'accepted' };
  run.progress.report({ event: 'waiting', taskId });
  const task = await run.client.tasks.wait(taskId, { signal: run.signal });
  const { status, credits, billing_status: billingStatus } = task;
  run.progress.report({ event: status, taskId });
  const outcome = { taskId, status, credits, billingStatus };
  if (task.status === 'failed') return { ...outcome, failedReason: task.failed_reason };
  if (out !== undefined) await saveResult(run.client, task, { ...run, out });
  return { ...outcome, results: task.data.results, ...(out !== undefined && { file: out }) };
}
