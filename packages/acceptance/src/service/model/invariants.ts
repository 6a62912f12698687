// Invariants that hold at every moment, after any sequence of steps.
import assert from 'node:assert/strict';
import {
  computeBalance,
  type Ending,
  isTerminal,
  type Model,
  type ModelTask,
  type TaskRecord,
} from './model.ts';
import type { Real } from './real.ts';

const RANK = { queued: 0, generating: 1, completed: 2, failed: 2 } as const;
/** Clocks of two readers of one machine. */
const CLOCK_GRACE_MS = 50;

/** Holds every task's record, every balance and the ledger against the model. */
export async function checkInvariants(model: Model, real: Real): Promise<void> {
  await readAndCheckAll(model, real, model.tasks);
  for (;;) {
    const running = model.tasks.filter((task) => !isTerminal(task));
    const balances = await readBalances(model, real);
    await readAndCheckAll(model, real, running);
    // A task that ended meanwhile moved credits before or after they were read: read again.
    if (running.some(isTerminal)) continue;
    assert.deepEqual(balances, expectedBalances(model));
    break;
  }
  const { balanced, sum, findings } = await real.operator.audit();
  assert.deepEqual({ balanced, sum, findings }, { balanced: true, sum: 0, findings: [] });
}

async function readBalances({ owners }: Model, { operator }: Real) {
  return Promise.all(owners.map(async ({ id }) => ({ id, ...(await operator.balances(id)) })));
}

function expectedBalances(model: Model) {
  return model.owners.map((owner) => ({
    id: owner.id,
    live: computeBalance(model, owner, 'live'),
    test: computeBalance(model, owner, 'test'),
  }));
}

async function readAndCheckAll(model: Model, real: Real, tasks: readonly ModelTask[]): Promise<void> {
  await Promise.all(
    tasks.map((task) => {
      const key = model.keys[model.owners.indexOf(task.owner)];
      assert(key !== undefined);
      return readAndCheck(real, task, key.key);
    }),
  );
}

/** Reads a task's record by a key that may, and holds it against what was seen and what it is bound to become. */
export async function readAndCheck(
  { harness, taskTimeoutMs }: Real,
  task: ModelTask,
  key: string,
): Promise<void> {
  const requestedAt = Date.now();
  const { status, body } = await harness.send({ path: `/v1/tasks/${task.id}`, key });
  assert.equal(status, 200, `${task.id} is answered ${status}`);
  const record = body as TaskRecord;
  assert.equal(record.credits, task.credits);
  if (isTerminal(task))
    assert.deepEqual(lasting(record), { ...lasting(task.record), billing_status: billing(task) });
  assert(
    RANK[record.status] >= RANK[task.record.status],
    `${task.id} went from ${task.record.status} to ${record.status}`,
  );
  task.record = record;
  if (isTerminal(task)) checkEnding(task, { elapsedMs: Date.now() - task.sentAt, taskTimeoutMs });
  checkExpiry(record, requestedAt);
}

/** The billing of a task that was terminal before: only the operator changes it. */
function billing(task: ModelTask): TaskRecord['billing_status'] {
  return task.isRefundRetried ? 'refunded' : task.record.billing_status;
}

/** Members of a terminal record that remain when its results expire. */
function lasting({ data, ...record }: TaskRecord) {
  if (data === undefined) return record;
  const { results: _results, last_frame_url: _lastFrame, ...rest } = data;
  return { ...record, data: rest };
}

const ENDINGS: Readonly<Record<Ending, string>> = {
  completed: 'completed charged null',
  provider_failed: 'failed refunded provider_failed',
  timed_out: 'failed refunded timed_out',
  refund_failed: 'failed refund_failed provider_failed',
  stuck: 'failed refunded timed_out',
  invalid_material: 'failed refunded invalid_material',
};

function checkEnding(task: ModelTask, times: { elapsedMs: number; taskTimeoutMs: number }): void {
  const { status, billing_status, failed_reason } = task.record;
  // A retried refund ends as any other.
  const billed = task.isRefundRetried ? 'refund_failed' : billing_status;
  const isOverdue = times.elapsedMs >= times.taskTimeoutMs - CLOCK_GRACE_MS;
  if (task.ending === 'stuck') assert(isOverdue, `${task.id} timed out after ${times.elapsedMs} ms`);
  const late = task.ending === 'refund_failed' ? 'failed refund_failed timed_out' : ENDINGS.stuck;
  const allowed = isOverdue ? [ENDINGS[task.ending], late] : [ENDINGS[task.ending]];
  assert(
    allowed.includes(`${status} ${billed} ${failed_reason}`),
    `${task.id} was to end as ${allowed.join(' or ')}, and is ${status} ${billed} ${failed_reason}`,
  );
}

function checkExpiry({ data }: TaskRecord, requestedAt: number): void {
  if (data === undefined) return;
  const expiresAt = Date.parse(data.video_expires_at);
  if (requestedAt >= expiresAt) assert.deepEqual(data.results, []);
  if (Date.now() < expiresAt) assert.equal(data.results.length, 1);
}
