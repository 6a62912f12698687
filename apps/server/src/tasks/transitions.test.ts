import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';

const connection = useDatabase();
const { pool } = connection;

const QUEUED = "status = 'queued', billing_status = 'reserved'";
const GENERATING = "status = 'generating', billing_status = 'reserved'";
const COMPLETED =
  "status = 'completed', billing_status = 'charged', failed_reason = NULL, finished_at = now(), video_expires_at = now()";
const FAILED =
  "status = 'failed', billing_status = 'refunded', failed_reason = 'timed_out', finished_at = now(), video_expires_at = NULL";
const REFUND_FAILED = FAILED.replace("'refunded'", "'refund_failed'");

async function givenTaskAfter(steps: readonly string[]): Promise<(step: string) => Promise<unknown>> {
  const id = await givenTask(connection, await givenOwner(connection));
  const go = (step: string) => pool.query(`UPDATE tasks SET ${step} WHERE id = $1`, [id]);
  for (const step of steps) await go(step);
  return go;
}

test.each([
  ['queued to generating to completed', [GENERATING, COMPLETED]],
  ['queued to generating to failed', [GENERATING, FAILED]],
  ['queued to failed', [FAILED]],
  ['refund_failed to refunded, by an operator', [REFUND_FAILED, FAILED]],
])('OPEN-6 the database lets a task go from %s', async (_, steps) => {
  await expect(givenTaskAfter(steps)).resolves.toBeDefined();
});

test.each([
  ['queued to completed', [], COMPLETED],
  ['generating to queued', [GENERATING], QUEUED],
  ['completed to generating', [GENERATING, COMPLETED], GENERATING],
  ['completed to failed', [GENERATING, COMPLETED], FAILED],
  ['failed to completed', [GENERATING, FAILED], COMPLETED],
  ['failed to queued', [FAILED], QUEUED],
  ['refunded to refund_failed', [FAILED], REFUND_FAILED],
])('STA-1 OPEN-6 the database refuses to let a task go from %s', async (_, steps, step) => {
  const go = await givenTaskAfter(steps);
  await expect(go(step)).rejects.toThrow(/may not go from|violates check constraint/);
});

test.each([
  ['completed but not charged', [GENERATING], COMPLETED.replace("'charged'", "'reserved'")],
  ['failed without a reason', [GENERATING], FAILED.replace("'timed_out'", 'NULL')],
  ['failed but charged', [GENERATING], FAILED.replace("'refunded'", "'charged'")],
  ['of another price', [], 'credits = 1'],
])('the database refuses a task that is %s', async (_, steps, step) => {
  const go = await givenTaskAfter(steps);
  await expect(go(step)).rejects.toThrow(/violates check constraint|keeps its owner/);
});
