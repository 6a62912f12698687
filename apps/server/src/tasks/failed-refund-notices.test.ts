import { expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { claimTask, failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { sendFailedRefundNotices, type UnsentRefund } from './failed-refund-notices.queries.ts';

const { connection, services } = useServices();
const { database, pool } = connection;

async function collectSent(): Promise<string[]> {
  const sent: UnsentRefund[] = [];
  await sendFailedRefundNotices(database, async (refunds) => {
    sent.push(...refunds);
  });
  return sent.map(({ taskId }) => taskId);
}

test('STA-7 a notice is sent once, also by two workers; one whose sender failed is sent again after five minutes', async () => {
  const owner = await givenOwner(connection, { mode: 'live' });
  const taskId = await givenTask(connection, owner);
  await pool.query(
    `UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'timed_out', finished_at = now()
     WHERE id = $1`,
    [taskId],
  );

  const failing = sendFailedRefundNotices(database, () => Promise.reject(new Error('no route')));
  await expect(failing).rejects.toThrow('no route');
  expect(await collectSent()).toEqual([]);
  await pool.query(`UPDATE failed_refund_notices SET claimed_at = now() - interval '6 minutes'`);
  const both = await Promise.all([collectSent(), collectSent()]);
  expect(both.flat()).toEqual([taskId]);
  await pool.query(`UPDATE failed_refund_notices SET claimed_at = now() - interval '6 minutes'`);
  expect(await collectSent()).toEqual([]);
});

test('a refund that a prompt of a test key makes fail is reported to no operator', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const input = { ...INPUT, prompt: 'a city #sandbox:refund_failed' };
  const taskId = await givenTask(connection, { ...owner, input });
  await claimTask(database, taskId);
  await failTask(services(), { taskId, reason: 'provider_failed' });
  expect(await collectSent()).not.toContain(taskId);
});
