import { expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { useServices } from '../../tests/support/services.ts';
import { INPUT } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { createSubmit, type Submission } from './submit.ts';

const { connection, services } = useServices();
const { database, pool } = connection;
const submit = (submission: Submission) => createSubmit(services())(submission);

async function givenSubmission(credits: number, change: Partial<Submission> = {}): Promise<Submission> {
  const { ownerId, keyId, mode } = await givenOwner(connection, { credits });
  const base = {
    ownerId,
    submitter: keyId,
    mode,
    model: 'video-2-0',
    input: INPUT,
    seed: -1,
    callbackUrl: null,
  } as const;
  return { ...base, idempotency: undefined, ...change };
}

async function countRows(ownerId: string) {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS tasks, (SELECT count(*)::int FROM jobs WHERE owner_id = $1) AS jobs
     FROM tasks WHERE owner_id = $1`,
    [ownerId],
  );
  return rows[0];
}

test('STA-3 an accepted task has its credits reserved and its job enqueued', async () => {
  const submission = await givenSubmission(100);
  expect(await submit(submission)).toMatchObject({ kind: 'accepted', credits: 50 });
  expect(await readBalance(database, submission.ownerId, 'live')).toEqual({ available: 50, reserved: 50 });
  expect(await countRows(submission.ownerId)).toEqual({ tasks: 1, jobs: 1 });
});

test('STA-4 without enough credits nothing is left behind: no task, no job, no reservation', async () => {
  const submission = await givenSubmission(49);
  const refused = { kind: 'insufficient_credits', required: 50, available: 49 };
  expect(await submit(submission)).toEqual(refused);
  expect(await readBalance(database, submission.ownerId, 'live')).toEqual({ available: 49, reserved: 0 });
  expect(await countRows(submission.ownerId)).toEqual({ tasks: 0, jobs: 0 });
});

test('OPEN-23 20 concurrent duplicates of one Idempotency-Key reserve once and answer one task', async () => {
  const idempotency = { key: 'order-1', body: { model: 'video-2-0', input: { prompt: 'a' } } };
  const submission = await givenSubmission(1000, { idempotency });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => submit(submission)));
  expect(outcomes.filter((outcome) => outcome.kind === 'accepted')).toHaveLength(1);
  expect(new Set(outcomes.map((outcome) => 'taskId' in outcome && outcome.taskId)).size).toBe(1);
  expect(await readBalance(database, submission.ownerId, 'live')).toEqual({ available: 950, reserved: 50 });
  expect(await countRows(submission.ownerId)).toEqual({ tasks: 1, jobs: 1 });
});

test('OPEN-23 the order of keys makes no other body, another value does', async () => {
  const submission = await givenSubmission(1000, {
    idempotency: { key: 'k', body: { a: 1, b: [{ c: 2, d: 3 }] } },
  });
  const first = await submit(submission);
  const reordered = { ...submission, idempotency: { key: 'k', body: { b: [{ d: 3, c: 2 }], a: 1 } } };
  expect(await submit(reordered)).toEqual({ ...first, kind: 'repeated' });
  const other = { ...submission, idempotency: { key: 'k', body: { a: 2, b: [{ c: 2, d: 3 }] } } };
  expect(await submit(other)).toEqual({ kind: 'idempotency_key_reused' });
});

test('OPEN-23 a key is free again after a refusal, and after 24 hours', async () => {
  const submission = await givenSubmission(49, { idempotency: { key: 'k', body: {} } });
  expect(await submit(submission)).toMatchObject({ kind: 'insufficient_credits' });
  const rich = await givenSubmission(1000, { idempotency: { key: 'k', body: {} } });
  const first = await submit(rich);
  await pool.query(
    "UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE owner_id = $1",
    [rich.ownerId],
  );
  const second = await submit(rich);
  expect(second).toMatchObject({ kind: 'accepted' });
  expect(second).not.toEqual(first);
});

test('RES-18 a random seed is drawn once and stored, a given one is kept', async () => {
  const submission = await givenSubmission(1000);
  await submit(submission);
  await submit({ ...submission, seed: 4_294_967_295 });
  const { rows } = await pool.query<{ seed: string }>(
    'SELECT seed FROM tasks WHERE owner_id = $1 ORDER BY id',
    [submission.ownerId],
  );
  expect(
    rows.map((row) => Number(row.seed)).filter((seed) => seed >= 0 && seed <= 4_294_967_295),
  ).toHaveLength(2);
  expect(rows.map((row) => row.seed)).toContain('4294967295');
});

test('submissions that arrive together each have their own outcome, in the order in which they came', async () => {
  const together = createSubmit(services());
  const poor = await givenSubmission(120);
  const rich = await givenSubmission(1000);
  const broken = { ...rich, submitter: 'key_unknown' };
  const outcomes = await Promise.allSettled([poor, rich, broken, poor, poor, rich].map(together));
  const kinds = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.kind : 'failed'));
  expect(kinds).toEqual(['accepted', 'accepted', 'failed', 'accepted', 'insufficient_credits', 'accepted']);
  expect(await readBalance(database, poor.ownerId, 'live')).toEqual({ available: 20, reserved: 100 });
  expect(await readBalance(database, rich.ownerId, 'live')).toEqual({ available: 900, reserved: 100 });
  expect(await countRows(rich.ownerId)).toEqual({ tasks: 2, jobs: 2 });
});

test('OPEN-23 duplicates within one batch reserve once', async () => {
  const together = createSubmit(services());
  const submission = await givenSubmission(1000, { idempotency: { key: 'twins', body: { a: 1 } } });
  const outcomes = await Promise.all([submission, submission, submission].map(together));
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['accepted', 'repeated', 'repeated']);
  expect(await readBalance(database, submission.ownerId, 'live')).toEqual({ available: 950, reserved: 50 });
});

test('batches of several processes at once never deadlock and never overdraw', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => givenSubmission(500)));
  const processes = Array.from({ length: 4 }, () => createSubmit(services()));
  const outcomes = await Promise.all(
    processes.flatMap((together, index) =>
      (index % 2 === 0 ? owners : owners.toReversed()).flatMap((owner) =>
        [owner, owner, owner, owner].map(together),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.kind === 'accepted')).toHaveLength(60);
  for (const { ownerId } of owners) {
    expect(await readBalance(database, ownerId, 'live')).toEqual({ available: 0, reserved: 500 });
  }
});

test('the ledger is balanced after all of this', async () => {
  expect(await auditLedger(database)).toMatchObject({ balanced: true, findings: [] });
});
