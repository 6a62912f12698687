import { expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { claimTask, completeTask, failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { retryRefund } from './retry-refund.ts';
import { findTask } from './tasks.queries.ts';

const { connection, services } = useServices();
const { database, pool } = connection;

async function givenGenerating(prompt = INPUT.prompt) {
  const owner = await givenOwner(connection, { credits: 100, mode: 'test' });
  const taskId = await givenTask(connection, { ...owner, credits: 40, input: { ...INPUT, prompt } });
  await claimTask(database, taskId);
  return { taskId, balance: () => readBalance(database, owner.ownerId, 'test') };
}

async function givenRefundFailed() {
  const task = await givenGenerating('a city #sandbox:refund_failed');
  await failTask(services(), { taskId: task.taskId, reason: 'provider_failed' });
  expect(await task.balance()).toEqual({ available: 60, reserved: 40 });
  return task;
}

test('STA-7 OPEN-21 a refund that failed is made good, and a second retry changes nothing', async () => {
  const { taskId, balance } = await givenRefundFailed();
  expect(await retryRefund(database, { taskId })).toMatchObject({
    outcome: 'refunded',
    task: { id: taskId, status: 'failed', billingStatus: 'refunded' },
  });
  expect(await findTask(database, taskId)).toMatchObject({ status: 'failed', billingStatus: 'refunded' });
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
  const before = await pool.query('SELECT * FROM ledger_entries ORDER BY id');
  expect(await retryRefund(database, { taskId })).toMatchObject({ outcome: 'unchanged' });
  expect((await pool.query('SELECT * FROM ledger_entries ORDER BY id')).rows).toEqual(before.rows);
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
});

test('STA-7 only one of many concurrent retries refunds', async () => {
  const { taskId, balance } = await givenRefundFailed();
  const retries = await Promise.all(Array.from({ length: 10 }, () => retryRefund(database, { taskId })));
  expect(retries.filter((retry) => retry?.outcome === 'refunded')).toHaveLength(1);
  expect(retries.filter((retry) => retry?.outcome === 'unchanged')).toHaveLength(9);
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
  expect(await auditLedger(database)).toMatchObject({ balanced: true });
});

test('refuses a task that is charged or not over, and does not find an unknown one', async () => {
  const generating = await givenGenerating();
  expect(await retryRefund(database, { taskId: generating.taskId })).toMatchObject({
    outcome: 'refused',
    task: { status: 'generating', billingStatus: 'reserved' },
  });
  await completeTask(services(), { taskId: generating.taskId, hasLastFrame: false });
  expect(await retryRefund(database, { taskId: generating.taskId })).toMatchObject({
    outcome: 'refused',
    task: { status: 'completed', billingStatus: 'charged' },
  });
  expect(await generating.balance()).toEqual({ available: 60, reserved: 0 });
  expect(await retryRefund(database, { taskId: 'task_none' })).toBeUndefined();
  expect(await auditLedger(database)).toMatchObject({ balanced: true });
});

test('a task that was refunded when it failed is left as it is', async () => {
  const { taskId, balance } = await givenGenerating();
  await failTask(services(), { taskId, reason: 'provider_failed' });
  expect(await retryRefund(database, { taskId })).toMatchObject({ outcome: 'unchanged' });
  expect(await balance()).toEqual({ available: 100, reserved: 0 });
});
