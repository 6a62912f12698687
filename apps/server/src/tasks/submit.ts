/**
 * Accepts tasks: reservation, row, idempotency claim, job and audit event in one transaction (PUR-1, PUR-3, STA-3).
 * Submissions that arrive together share that transaction, each with an outcome of its own.
 */
import { createHash, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { type Actor, createAuditEvent } from '../audit/audit.queries.ts';
import { type PricedTask, type PriceTable, priceTask } from '../credits/price.ts';
import { batched } from '../db/batch.ts';
import { isItemError } from '../db/errors.ts';
import type { Mode, TaskInput } from '../db/tables.ts';
import { createId } from '../id.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import { type AcceptedRow, acceptSubmissions, type NewTask } from './submissions.queries.ts';

export interface Submission {
  readonly ownerId: string;
  /** Id of an API key, or a person at the console. */
  readonly submitter: string | Actor;
  readonly mode: Mode;
  readonly model: PricedTask['model'];
  readonly input: TaskInput;
  /** -1 draws a random seed. */
  readonly seed: number;
  readonly callbackUrl: string | null;
  readonly idempotency: { readonly key: string; readonly body: unknown } | undefined;
}

/** A task that was accepted, now or by an earlier submission of the same key and body. */
export interface AcceptedSubmission {
  readonly kind: 'accepted' | 'repeated';
  readonly taskId: string;
  readonly credits: number;
}

export type SubmissionOutcome =
  | AcceptedSubmission
  | { readonly kind: 'insufficient_credits'; readonly required: number; readonly available: number }
  | { readonly kind: 'idempotency_key_reused' }
  /** Failures that were refunded have stored as much as an owner may store for nothing in a day. */
  | { readonly kind: 'too_many_failures'; readonly retryAfterSeconds: number };

export interface SubmitServices {
  readonly pool: Pool;
  readonly queue: Pick<JobQueue, 'wake'>;
  readonly priceTable: PriceTable;
  readonly taskTimeoutMs: number;
}

/** Submits a task. Every refusal leaves the database as it was. */
export type SubmitTask = (submission: Submission) => Promise<SubmissionOutcome>;

/** The number of seeds: 32 bits. */
const SEEDS = 2 ** 32;
/**
 * One batch is stored while the other commits; a larger one costs less for each of its tasks. Owners take no turns in them: limits
 * admit few tasks of each, and with turns the statements took longer.
 */
const BATCHES = { concurrency: 2, size: 128, isItemError };

/** Creates the way in for submissions of this process. */
export function createSubmit(services: SubmitServices): SubmitTask {
  const accept = batched((tasks: readonly NewTask[]) => acceptTasks(services, tasks), BATCHES);
  return (submission) => accept(newTask(services, submission));
}

async function acceptTasks(
  { pool, queue }: SubmitServices,
  tasks: readonly NewTask[],
): Promise<SubmissionOutcome[]> {
  const outcomes = await acceptSubmissions(pool, tasks);
  const accepted = tasks.filter((_, index) => outcomes[index]?.outcome === 'accepted');
  for (const mode of new Set(accepted.map((task) => task.mode))) queue.wake(mode);
  return outcomes.map(readOutcome);
}

function readOutcome({ outcome, taskId, credits, available, retryAfter }: AcceptedRow): SubmissionOutcome {
  switch (outcome) {
    case 'insufficient':
      return { kind: 'insufficient_credits', required: credits, available };
    case 'reused':
      return { kind: 'idempotency_key_reused' };
    case 'limited':
      return { kind: 'too_many_failures', retryAfterSeconds: retryAfter ?? 1 };
    default:
      return { kind: outcome, taskId, credits };
  }
}

function newTask({ priceTable, taskTimeoutMs }: SubmitServices, submission: Submission): NewTask {
  const { submitter, input, seed, idempotency, ...task } = submission;
  const id = createId('task');
  const credits = priceTask(priceTable, {
    model: submission.model,
    resolution: input.resolution,
    durationSeconds: input.duration,
    hasVideoReferences: input.video_urls.length > 0,
  });
  const base = {
    ...task,
    id,
    input,
    seed: seed === -1 ? randomInt(SEEDS) : seed,
    credits,
    timeoutMs: taskTimeoutMs,
    traceparent: currentTraceparent(),
    idempotency: idempotency && { key: idempotency.key, bodyHash: hashBody(idempotency.body) },
  };
  if (typeof submitter === 'string') return { ...base, keyId: submitter, audit: undefined };
  const { ownerId, mode } = task;
  const record = { action: 'task.create', ownerId, target: id, detail: { mode, credits } } as const;
  return { ...base, keyId: null, audit: createAuditEvent(submitter, record) };
}

/** Hashes a JSON value independently of the order of its keys. */
function hashBody(body: unknown): Buffer {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest();
}
