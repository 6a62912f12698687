/** Accepts a task: reservation, row, idempotency claim and job in one transaction (PUR-1, PUR-3, STA-3). */
import { createHash, randomInt } from 'node:crypto';
import { DatabaseError } from 'pg';
import { type Balance, readBalance, reserveCredits } from '../credits/ledger.queries.ts';
import { type PricedTask, type PriceTable, priceTask } from '../credits/price.ts';
import type { Database } from '../db/database.ts';
import type { Queue, QueueName } from '../db/queue.ts';
import type { Mode } from '../db/tables.ts';
import { createId } from '../id.ts';
import { claimIdempotencyKey } from './idempotency.queries.ts';
import type { TaskInput } from './task-input.ts';
import { findTask, insertTask } from './tasks.queries.ts';

export interface Submission {
  readonly ownerId: string;
  readonly keyId: string;
  readonly mode: Mode;
  readonly model: PricedTask['model'];
  readonly input: TaskInput;
  /** -1 draws a random seed. */
  readonly seed: number;
  readonly callbackUrl: string | null;
  readonly idempotency: { readonly key: string; readonly body: unknown } | undefined;
}

export type SubmissionOutcome =
  | { readonly kind: 'accepted' | 'repeated'; readonly taskId: string; readonly credits: number }
  | { readonly kind: 'insufficient_credits'; readonly required: number; readonly available: number }
  | { readonly kind: 'idempotency_key_reused' };

export interface SubmitServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly priceTable: PriceTable;
  readonly taskTimeoutMs: number;
}

/** The largest seed and the number of random ones: 32 bits. */
const SEEDS = 2 ** 32;

/** Submits a task. Every refusal leaves the database as it was. */
export async function submitTask(
  services: SubmitServices,
  submission: Submission,
): Promise<SubmissionOutcome> {
  const { ownerId, mode, input } = submission;
  const credits = priceTask(services.priceTable, {
    model: submission.model,
    resolution: input.resolution,
    durationSeconds: input.duration,
    hasVideoReferences: input.video_urls.length > 0,
  });
  const queue = queueOf(mode);
  try {
    const outcome = await services.database.transaction((transaction) =>
      acceptTask({ ...services, database: transaction }, submission, { credits, queue }),
    );
    if (outcome.kind === 'accepted') services.queue.wake(queue);
    return outcome;
  } catch (error) {
    if (!isOverdrawn(error)) throw error;
    const { available }: Balance = await readBalance(services.database, ownerId, mode);
    return { kind: 'insufficient_credits', required: credits, available };
  }
}

async function acceptTask(
  { database, queue, taskTimeoutMs }: SubmitServices,
  submission: Submission,
  priced: { readonly credits: number; readonly queue: ReturnType<typeof queueOf> },
): Promise<SubmissionOutcome> {
  const { ownerId, mode, idempotency, seed, ...task } = submission;
  const taskId = createId('task');
  if (idempotency !== undefined) {
    const bodyHash = hashBody(idempotency.body);
    const claim = { ownerId, mode, key: idempotency.key, bodyHash, taskId };
    const earlier = await claimIdempotencyKey(database, claim);
    if (earlier !== undefined) return repeatOutcome(database, earlier, bodyHash);
  }
  await insertTask(database, {
    ...{ id: taskId, ownerId, mode, timeoutMs: taskTimeoutMs, credits: priced.credits },
    ...{ keyId: task.keyId, model: task.model, input: task.input, callbackUrl: task.callbackUrl },
    seed: seed === -1 ? randomInt(SEEDS) : seed,
  });
  await reserveCredits(database, { ownerId, mode, taskId, amount: priced.credits });
  await queue.enqueue(database, priced.queue, { data: { taskId } });
  return { kind: 'accepted', taskId, credits: priced.credits };
}

async function repeatOutcome(
  database: Database,
  earlier: { readonly taskId: string; readonly bodyHash: Buffer },
  bodyHash: Buffer,
): Promise<SubmissionOutcome> {
  if (!earlier.bodyHash.equals(bodyHash)) return { kind: 'idempotency_key_reused' };
  const task = await findTask(database, earlier.taskId);
  if (task === undefined) throw new Error(`Task ${earlier.taskId} of an idempotency key is gone.`);
  return { kind: 'repeated', taskId: task.id, credits: task.credits };
}

/** Test tasks have a queue of their own: a sandbox answer never waits behind a real rendering. */
function queueOf(mode: Mode): Extract<QueueName, `generate-${string}`> {
  return mode === 'live' ? 'generate-live' : 'generate-test';
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

function isOverdrawn(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError && cause.constraint === 'accounts_not_overdrawn';
}
