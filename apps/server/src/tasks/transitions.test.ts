import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';

const connection = useDatabase();
const { database, pool } = connection;

const QUEUED = "status = 'queued', billing_status = 'reserved'";
const GENERATING = "status = 'generating', billing_status = 'reserved'";
const COMPLETED =
  "status = 'completed', billing_status = 'charged', failed_reason = NULL, finished_at = now(), video_expires_at = now()";
const FAILED =
  "status = 'failed', billing_status = 'refunded', failed_reason = 'timed_out', finished_at = now(), video_expires_at = NULL";
const REFUND_FAILED = FAILED.replace("'refunded'", "'refund_failed'");

async function givenTaskAfter(steps: readonly string[]): Promise<(step: string) => Promise<unknown>> {
  const id = await givenTask(connection, await givenOwner(connection));
  const go = (step: string) => changeTask(id, step);
  for (const step of steps) await go(step);
  return go;
}

async function changeTask(id: string, step: string): Promise<void> {
  await database.execute(sql`UPDATE tasks SET ${sql.raw(step)} WHERE id = ${id}`);
}

test.each([
  ['queued to generating to completed', [GENERATING, COMPLETED]],
  ['queued to generating to failed', [GENERATING, FAILED]],
  ['queued to failed', [FAILED]],
  ['refund_failed to refunded, by an operator', [REFUND_FAILED, "billing_status = 'refunded'"]],
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
  await expect(go(step)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/may not go from|violates check constraint/) },
  });
});

test.each([
  ['completed but not charged', [GENERATING], COMPLETED.replace("'charged'", "'reserved'")],
  ['failed without a reason', [GENERATING], FAILED.replace("'timed_out'", 'NULL')],
  ['failed but charged', [GENERATING], FAILED.replace("'refunded'", "'charged'")],
  ['of another price', [], 'credits = 1'],
  ['of another prompt', [], "input = '{}'"],
  ['of another reason after its end', [FAILED], "failed_reason = 'other'"],
])('the database refuses a task that is %s', async (_, steps, step) => {
  const go = await givenTaskAfter(steps);
  await expect(go(step)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/violates check constraint|keeps (what|how)/) },
  });
});

test('the database refuses a task that does not begin queued and reserved', async () => {
  const { ownerId, keyId } = await givenOwner(connection);
  const insert = `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline, status)
    VALUES ('task_x', $1, $2, 'live', 'video-2-0', '{}', 0, 1, now(), 'generating')`;
  await expect(pool.query(insert, [ownerId, keyId])).rejects.toThrow('a task begins queued and reserved');
});
