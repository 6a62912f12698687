import { expect, test } from 'vitest';
import { givenOwner, holdTransaction } from '../../tests/support/database.ts';
import { claimTask, completeTask, failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { connectDatabase } from '../db/database.ts';
import type { Position } from '../db/page.ts';
import { createDiskStore } from '../results/disk-store.ts';
import { listEndedTestTasks } from './sandbox-callbacks.queries.ts';
import { createSubmit } from './submit.ts';
import { createOrphanedFilesSweep, createOverdueSweep } from './sweep.ts';
import { findTask } from './tasks.queries.ts';

const { connection, services } = useServices();
const { database, pool } = connection;
const CALLBACK_URL = 'https://receiver.example/callbacks';

async function givenGenerating(task: Partial<Parameters<typeof givenTask>[1]> = {}) {
  const owner = await givenOwner(connection, { credits: 100, mode: task.mode ?? 'live' });
  const taskId = await givenTask(connection, { ...owner, callbackUrl: CALLBACK_URL, credits: 40, ...task });
  await claimTask(database, taskId);
  return { ...owner, taskId, balance: () => readBalance(database, owner.ownerId, owner.mode) };
}

async function listCallbacks(taskId: string) {
  const { rows } = await pool.query<{ id: string; owner_id: string; host: string; body: string }>(
    `SELECT id, owner_id, host, body FROM deliveries
     WHERE task_id = $1 AND status = 'pending' AND due_at <= now()`,
    [taskId],
  );
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
}

test('a completed task is charged, and its callback is recorded, due at once', {
  meta: { requirements: ['STA-5', 'EVT-1', 'EVT-2'] },
}, async () => {
  const { ownerId, taskId, balance } = await givenGenerating();
  expect(await completeTask(services(), { taskId, hasLastFrame: true })).toBe(true);
  expect(await findTask(database, taskId)).toMatchObject({ status: 'completed', billingStatus: 'charged' });
  expect(await balance()).toEqual({ available: 60, reserved: 0 });
  const [callback] = await listCallbacks(taskId);
  expect(callback).toMatchObject({
    owner_id: ownerId,
    host: 'receiver.example',
    body: { id: taskId, status: 'completed', model: 'video-2-0' },
  });
  expect(Object.keys(callback?.body.data).sort()).toEqual([
    'last_frame_url',
    'processing_time',
    'results',
    'video_expires_at',
  ]);
});

test('STA-6 EVT-3 a failed task is refunded to the credit, and its callback says so', async () => {
  const { taskId, balance } = await givenGenerating();
  await failTask(services(), { taskId, reason: 'provider_failed' });
  expect(await findTask(database, taskId)).toMatchObject({ status: 'failed', billingStatus: 'refunded' });
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
  const data = { failed_reason: 'provider_failed', credits_refunded: 40 };
  expect(await listCallbacks(taskId)).toMatchObject([{ body: { id: taskId, status: 'failed', data } }]);
});

test('STA-7 OPEN-21 a refund that fails still ends the task, refunds nothing and is seen in the callback', async () => {
  const input = { ...INPUT, prompt: 'a city #sandbox:refund_failed' };
  const { taskId, balance } = await givenGenerating({ mode: 'test', input });
  await failTask(services(), { taskId, reason: 'provider_failed' });
  expect(await findTask(database, taskId)).toMatchObject({
    status: 'failed',
    billingStatus: 'refund_failed',
  });
  expect(await balance()).toEqual({ available: 60, reserved: 40 });
  expect(await listCallbacks(taskId)).toMatchObject([{ body: { data: { credits_refunded: 0 } } }]);
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
});

test('STA-2 without a callback_url there is no callback', async () => {
  const { taskId } = await givenGenerating({ callbackUrl: null });
  await completeTask(services(), { taskId, hasLastFrame: false });
  expect(await listCallbacks(taskId)).toEqual([]);
});

test('STA-1 the first of many concurrent ends wins, and later ones change nothing', async () => {
  const { taskId, balance } = await givenGenerating();
  const ends = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? completeTask(services(), { taskId, hasLastFrame: false })
        : failTask(services(), { taskId, reason: 'timed_out' }),
    ),
  );
  expect(ends.filter(Boolean)).toHaveLength(1);
  const before = await findTask(database, taskId);
  expect(await completeTask(services(), { taskId, hasLastFrame: true })).toBe(false);
  expect(await failTask(services(), { taskId, reason: 'timed_out' })).toBe(false);
  expect(await findTask(database, taskId)).toEqual(before);
  expect((await balance()).reserved).toBe(0);
  expect(await listCallbacks(taskId)).toHaveLength(1);
});

test('OPEN-7 a task that no worker holds is timed out by the sweep and refunded', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, { ...owner, credits: 40, timeoutMs: 0 });
  expect(await claimTask(database, taskId)).toBeUndefined();
  await createOverdueSweep({ ...services(), store: createDiskStore('/nonexistent') })({ isOver: false });
  expect(await findTask(database, taskId)).toMatchObject({
    status: 'failed',
    failedReason: 'timed_out',
    billingStatus: 'refunded',
  });
});

test('an unavailable lock is not a failed refund: the settlement is rolled back and can be retried', async () => {
  const { ownerId, taskId, balance } = await givenGenerating();
  const blocker = await holdTransaction(
    pool,
    `SELECT 1 FROM accounts WHERE owner_id = '${ownerId}' FOR UPDATE`,
  );
  const shortLived = connectDatabase(connection.url, { max: 1, statementTimeoutMs: 2_000 });
  const attempt = failTask(
    { ...services(), database: shortLived.database },
    { taskId, reason: 'provider_failed' },
  );
  await expect(attempt).rejects.toThrow();
  await shortLived.close();
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await findTask(database, taskId)).toMatchObject({ status: 'generating', billingStatus: 'reserved' });
  expect(await failTask(services(), { taskId, reason: 'provider_failed' })).toBe(true);
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
});

test('files kept for a task that had failed are deleted once no run can keep more, and looked for once', async () => {
  const deleted: string[] = [];
  const store = { ...createDiskStore('/nonexistent'), delete: async (id: string) => void deleted.push(id) };
  const [failed, recent, completed] = [
    (await givenGenerating()).taskId,
    (await givenGenerating()).taskId,
    (await givenGenerating()).taskId,
  ];
  for (const taskId of [failed, recent]) await failTask(services(), { taskId, reason: 'provider_failed' });
  await completeTask(services(), { taskId: completed, hasLastFrame: false });
  await pool.query(`UPDATE tasks SET deadline = now() - interval '1 second' WHERE id = ANY ($1)`, [
    [failed, completed],
  ]);
  const swept = async (graceMs: number) => {
    deleted.length = 0;
    await createOrphanedFilesSweep({ ...services(), store }, graceMs)({ isOver: false });
    return [failed, recent, completed].filter((id) => deleted.includes(id));
  };
  expect(await swept(60_000)).toEqual([]);
  expect(await swept(0)).toEqual([failed]);
  expect(await swept(0)).toEqual([]);
});

async function listEnded(ownerId: string, after: Position) {
  const { items, position } = await listEndedTestTasks(database, { ownerId, after, limit: 2 });
  return { ids: items.map(({ id }) => id), position };
}

test('test tasks are listed in the order of their ends, each once, although one commits late', async () => {
  const owner = await givenOwner(connection, { credits: 400, mode: 'test' });
  const { ownerId } = owner;
  const [slow = '', fast = '', last = ''] = await Promise.all(
    Array.from({ length: 3 }, () => givenTask(connection, { ...owner, credits: 40 })),
  );
  await givenGenerating({ mode: 'test' });
  const { position: start } = await listEndedTestTasks(database, { ownerId, after: undefined, limit: 2 });
  const begun = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const late = database.transaction(async (transaction) => {
    await findTask(transaction, slow);
    begun.resolve();
    await others.promise;
    await failTask({ ...services(), database: transaction }, { taskId: slow, reason: 'timed_out' });
  });
  await begun.promise;
  await failTask(services(), { taskId: fast, reason: 'provider_failed' });
  expect(await listEnded(ownerId, start)).toEqual({ ids: [], position: start });
  others.resolve();
  await late;
  await failTask(services(), { taskId: last, reason: 'provider_failed' });
  await expect.poll(async () => (await listEnded(ownerId, start)).ids).toEqual([slow, fast]);
  const first = await listEnded(ownerId, start);
  await expect.poll(async () => (await listEnded(ownerId, first.position)).ids).toEqual([last]);
  const second = await listEnded(ownerId, first.position);
  expect(await listEnded(ownerId, second.position)).toEqual({ ids: [], position: second.position });
});

test('STA-7 a refund that the database refuses fails alone among the ends that share its transaction', async () => {
  const [refused, failed, completed] = [
    await givenGenerating(),
    await givenGenerating(),
    await givenGenerating(),
  ];
  await pool.query(
    `CREATE FUNCTION refuse_refund() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
    CREATE TRIGGER refuse_refund BEFORE INSERT ON ledger_entries FOR EACH ROW
      WHEN (NEW.task_id = '${refused.taskId}' AND NEW.kind = 'refund') EXECUTE FUNCTION refuse_refund()`,
  );
  const { endTask } = services();
  const ends = await Promise.all([
    endTask({ kind: 'failed', taskId: refused.taskId, reason: 'provider_failed' }),
    endTask({ kind: 'failed', taskId: failed.taskId, reason: 'provider_failed' }),
    endTask({ kind: 'completed', taskId: completed.taskId, hasLastFrame: false }),
    endTask({ kind: 'failed', taskId: completed.taskId, reason: 'timed_out' }),
  ]);
  await pool.query('DROP FUNCTION refuse_refund CASCADE');
  expect(ends).toEqual([true, true, true, false]);
  const billing = async (taskId: string) => (await findTask(database, taskId))?.billingStatus;
  expect(await billing(refused.taskId)).toBe('refund_failed');
  expect(await billing(failed.taskId)).toBe('refunded');
  expect(await billing(completed.taskId)).toBe('charged');
  for (const { taskId } of [refused, failed, completed]) expect(await listCallbacks(taskId)).toHaveLength(1);
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
});

test('ends and submissions of the same owners share transactions without a deadlock', async () => {
  const owners = await Promise.all(
    Array.from({ length: 12 }, () => givenOwner(connection, { credits: 10_000 })),
  );
  const countDeadlocks = async () => {
    const { rows } = await pool.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  };
  const before = await countDeadlocks();
  const submit = createSubmit(services());
  const { endTask } = services();
  const submitAll = () =>
    Promise.all(
      owners.map(({ ownerId, keyId: submitter }) =>
        submit({
          ownerId,
          submitter,
          mode: 'live',
          model: 'video-2-0',
          input: INPUT,
          seed: 1,
          callbackUrl: null,
          idempotency: undefined,
        }),
      ),
    );
  let accepted = await submitAll();
  for (let round = 0; round < 20; round += 1) {
    // In another order than that of the owners.
    const taskIds = accepted
      .flatMap((outcome) => (outcome.kind === 'accepted' ? [outcome.taskId] : []))
      .reverse();
    expect(taskIds).toHaveLength(owners.length);
    const [next] = await Promise.all([
      submitAll(),
      ...taskIds.map((taskId) => endTask({ kind: 'failed', taskId, reason: 'timed_out' })),
    ]);
    accepted = next;
  }
  expect(await countDeadlocks()).toBe(before);
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
});
