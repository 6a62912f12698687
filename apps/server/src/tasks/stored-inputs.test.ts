import { expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { claimTask, completeTask, failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import type { TaskInput } from '../db/tables.ts';
import { openUpstreamTask } from '../generation/upstream-tasks.queries.ts';
import { retryRefund } from './retry-refund.ts';
import { createSubmit, type Submission } from './submit.ts';
import { reduceOldInputs } from './sweep.ts';
import { findTask } from './tasks.queries.ts';

const ROUND = { isOver: false };

const { connection, services } = useServices();
const { database, pool } = connection;
const MEGABYTE = 1_000_000;

async function givenSubmission(prompt: string): Promise<Submission> {
  const { ownerId, keyId, mode } = await givenOwner(connection, { mode: 'test' });
  const input = { ...INPUT, prompt };
  return {
    ownerId,
    submitter: keyId,
    mode,
    model: 'video-2-0',
    input,
    seed: 1,
    callbackUrl: null,
    idempotency: undefined,
  };
}

test('failures that cost nothing store a bounded amount: then submissions wait, and time makes room again', async () => {
  const submit = createSubmit(services());
  const submission = await givenSubmission('x'.repeat(4 * MEGABYTE));
  const keyed = { ...submission, idempotency: { key: 'first', body: {} } };
  const first = await submit(keyed);
  let accepted = 0;
  for (let outcome = first; outcome.kind === 'accepted'; outcome = await submit(submission)) {
    accepted += 1;
    expect(accepted).toBeLessThanOrEqual(16);
    await failTask(services(), { taskId: outcome.taskId, reason: 'content_rejected' });
  }
  expect(accepted).toBe(16);
  const refused = await submit(submission);
  expect(refused).toEqual({ kind: 'too_many_failures', retryAfterSeconds: expect.any(Number) });
  const { retryAfterSeconds } = refused as { retryAfterSeconds: number };
  // 4 MB of 64 MB a day at most.
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(86_400 / 16 + 60);
  expect(await submit(keyed)).toEqual({ ...first, kind: 'repeated' });
  const other = await givenSubmission('a calm sea');
  expect(await submit(other)).toMatchObject({ kind: 'accepted' });
  await pool.query(
    "UPDATE free_failures SET empty_at = empty_at - $2 * interval '1 second' WHERE owner_id = $1",
    [submission.ownerId, retryAfterSeconds],
  );
  expect(await submit({ ...submission, input: INPUT })).toMatchObject({ kind: 'accepted' });
});

test.each([
  ['30 minutes of CPU time', { usedCpuMs: 950_000.5 }],
  ['6.4 GB of downloads', { fetchedBytes: 3_300_000_000 }],
])('%s for references that cannot be used are the most of a day', async (_, use) => {
  const submit = createSubmit(services());
  const submission = await givenSubmission('a calm sea');
  const other = await givenSubmission('a calm sea');
  for (const _time of [1, 2]) {
    const { taskId } = (await submit(submission)) as { taskId: string };
    await failTask(services(), { taskId, reason: 'invalid_material', ...use });
  }
  expect(await submit(submission)).toEqual({
    kind: 'too_many_failures',
    retryAfterSeconds: expect.any(Number),
  });
  expect(await submit(other)).toMatchObject({ kind: 'accepted' });
});

test('completed tasks and refunds that failed are paid for, and count for nothing', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const stuck = { ...INPUT, prompt: `${'x'.repeat(MEGABYTE)} #sandbox:refund_failed` };
  const [completed, failed] = [
    await givenTask(connection, { ...owner, input: { ...INPUT, prompt: 'x'.repeat(MEGABYTE) } }),
    await givenTask(connection, { ...owner, input: stuck }),
  ];
  for (const taskId of [completed, failed]) await claimTask(database, taskId);
  await completeTask(services(), { taskId: completed, hasLastFrame: false });
  await failTask(services(), { taskId: failed, reason: 'provider_failed' });
  const { rows } = await pool.query('SELECT 1 FROM free_failures WHERE owner_id = $1', [owner.ownerId]);
  expect(rows).toEqual([]);
});

test('a refund that failed counts as a free failure once it is retried', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const input = { ...INPUT, prompt: `${'x'.repeat(16 * MEGABYTE)} #sandbox:refund_failed` };
  const taskId = await givenTask(connection, { ...owner, input });
  await failTask(services(), { taskId, reason: 'provider_failed' });
  expect(await retryRefund(database, { taskId })).toMatchObject({ outcome: 'refunded' });
  const { rows } = await pool.query<{ filled: number }>(
    `SELECT extract(epoch FROM empty_at - now()) / 86400::float8 AS filled FROM free_failures WHERE owner_id = $1`,
    [owner.ownerId],
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.filled)).toBeCloseTo(16 / 64, 2);
});

test('prompts and references go some time after the end of their task; what was paid for stays', async () => {
  const owner = await givenOwner(connection);
  const input: TaskInput = {
    ...INPUT,
    image_urls: ['https://example.com/a.png?token=secret'],
    duration: 7,
  };
  const [old, recent, running] = [
    await givenTask(connection, { ...owner, input }),
    await givenTask(connection, { ...owner, input }),
    await givenTask(connection, { ...owner, input }),
  ];
  await openUpstreamTask(database, { taskId: old, request: JSON.stringify({ input }) });
  await failTask(services(), { taskId: old, reason: 'timed_out' });
  await failTask(services(), { taskId: recent, reason: 'timed_out' });
  // The database lets nobody set the clock back: this connection goes without its triggers.
  const unguarded = await pool.connect();
  await unguarded.query('SET session_replication_role = replica');
  await unguarded.query(`UPDATE tasks SET finished_at = now() - interval '1 day' WHERE id = $1`, [old]);
  unguarded.release(true);
  await reduceOldInputs(database, { ttlMs: 12 * 3_600_000, round: ROUND });
  const readInput = async (taskId: string) => (await findTask(database, taskId))?.input;
  expect(await readInput(old)).toEqual({ ...input, prompt: '', image_urls: [] });
  expect(await openUpstreamTask(database, { taskId: old, request: '' })).toMatchObject({ request: '' });
  expect(await readInput(recent)).toEqual(input);
  await reduceOldInputs(database, { ttlMs: 0, round: ROUND });
  expect(await readInput(recent)).toMatchObject({ prompt: '' });
  expect(await readInput(running)).toEqual(input);
});

test.each([
  ['of a task that runs', false, `input = reduced_input(input), input_reduced_at = now()`],
  ['to another text', true, `input = input || '{"prompt": "another"}', input_reduced_at = now()`],
  ['without saying so', true, 'input = reduced_input(input)'],
])('the database refuses to change an input %s', async (_, hasEnded, change) => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  if (hasEnded) await failTask(services(), { taskId, reason: 'timed_out' });
  const update = pool.query(`UPDATE tasks SET ${change} WHERE id = $1`, [taskId]);
  await expect(update).rejects.toThrow(/tasks_input_reduced|keeps what was submitted/);
});
