// A failover under load, and the check of its outcome by the promises that clients hold.
import { randomUUID } from 'node:crypto';
import { eventually } from '@keyframe/test-kit';
import { auditLedger } from '../../src/credits/ledger.queries.ts';
import type { ReplicatedService } from './replicated-service.ts';

/** A submission with an Idempotency-Key; the task is undefined while the client does not know the outcome. */
interface Submission {
  readonly key: string;
  taskId: string | undefined;
}

export interface FailoverReport {
  /** Submissions that were accepted before the primary died, by whether the standby had received them. */
  readonly accepted: { readonly replicated: number; readonly later: number };
  /** Accepted tasks that the new primary does not have. */
  readonly lost: readonly string[];
  /** Tasks of the new primary beyond one for each Idempotency-Key. */
  readonly duplicates: number;
  /** Differences that the audit of the ledger found, and its sum. */
  readonly ledger: { readonly findings: number; readonly sum: number };
  /** Tasks without a callback. */
  readonly withoutCallback: readonly string[];
  /** Time from the end of the promotion to the first accepted submission. */
  readonly firstAcceptedMs: number;
}

const COUNT = 20;
/** Time for submissions that nothing holds up. */
const SUBMIT_MS = 15_000;

/**
 * Submits, cuts the standby off, submits more, kills the primary and promotes the standby. Then it repeats every submission
 * with its Idempotency-Key, as clients do, and compares the tasks with those that had been accepted.
 */
export async function failOver(service: ReplicatedService): Promise<FailoverReport> {
  const replicated = startSubmissions(service);
  await replicated.ended;
  await service.freezeReplication();
  const later = startSubmissions(service);
  await Promise.race([later.ended, new Promise((resolve) => setTimeout(resolve, SUBMIT_MS))]);
  const before = [...replicated.submissions, ...later.submissions].map((submission) => ({ ...submission }));
  await service.killPrimary();
  await later.ended;
  await service.promoteStandby();
  const firstAcceptedMs = await measureFirstAccepted(service);
  const after = await Promise.all(before.map(({ key }) => submitUntilAccepted(service, key)));
  const taskIds = new Set(after);
  const lost = before.flatMap(({ taskId }) => (taskId === undefined || taskIds.has(taskId) ? [] : [taskId]));
  await waitForEnds(service);
  const audit = await auditLedger(service.connection.database);
  return {
    accepted: {
      replicated: countAccepted(replicated),
      later: countAccepted({ submissions: before }) - COUNT,
    },
    lost,
    // One more was submitted to measure the time.
    duplicates: (await countTasks(service)) - taskIds.size - 1,
    ledger: { findings: audit.findings.length, sum: audit.sum },
    withoutCallback: await listWithoutCallback(service, [...taskIds]),
    firstAcceptedMs,
  };
}

async function submit(service: ReplicatedService, key: string): Promise<string | undefined> {
  const input = { prompt: `a calm sea ${key}` };
  const json = { model: 'video-2-0', input, callback_url: `${service.receiver.url}/${key}` };
  const { body } = await service.send('/v1/videos/generations', { json, idempotencyKey: key });
  return body.taskId;
}

/** Starts submissions; `ended` resolves when each has a response. */
function startSubmissions(service: ReplicatedService) {
  const submissions: Submission[] = Array.from({ length: COUNT }, () => ({
    key: randomUUID(),
    taskId: undefined,
  }));
  const ended = Promise.all(
    submissions.map(async (submission) => {
      submission.taskId = await submit(service, submission.key);
    }),
  );
  return { submissions, ended };
}

function countAccepted({ submissions }: { readonly submissions: readonly Submission[] }): number {
  return submissions.filter(({ taskId }) => taskId !== undefined).length;
}

function submitUntilAccepted(service: ReplicatedService, key: string): Promise<string> {
  return eventually('an accepted submission', () => submit(service, key));
}

async function measureFirstAccepted(service: ReplicatedService): Promise<number> {
  const startedAt = performance.now();
  await submitUntilAccepted(service, randomUUID());
  return performance.now() - startedAt;
}

async function countTasks({ connection }: ReplicatedService, condition = 'true'): Promise<number> {
  const { rows } = await connection.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tasks WHERE callback_url IS NOT NULL AND ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

async function waitForEnds(service: ReplicatedService): Promise<void> {
  await eventually(
    'the end of all tasks',
    async () => (await countTasks(service, 'finished_at IS NULL')) === 0,
  );
}

async function listWithoutCallback(
  { receiver }: ReplicatedService,
  taskIds: readonly string[],
): Promise<string[]> {
  const remaining = () => {
    const received = new Set(receiver.requests.map(({ body }) => (JSON.parse(body) as { id: string }).id));
    return taskIds.filter((id) => !received.has(id));
  };
  await eventually('all callbacks', () => remaining().length === 0).catch(() => {});
  return remaining();
}
