import { expect, test } from 'vitest';
import { auditCommand } from '../src/admin/audit.ts';
import { creditsCommand, ledgerCommand } from '../src/admin/credits.ts';
import { deliveryCommand } from '../src/admin/delivery.ts';
import { keyCommand } from '../src/admin/key.ts';
import { memberCommand } from '../src/admin/member.ts';
import { operatorCommand } from '../src/admin/operator.ts';
import { ownerCommand } from '../src/admin/owner.ts';
import { taskCommand } from '../src/admin/task.ts';
import { userCommand } from '../src/admin/user.ts';
import { createRecordAttempt } from '../src/callbacks/outbox.queries.ts';

import { runAdmin, useAdmin } from './support/admin.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { givenDelivery } from './support/delivery.ts';
import { claimTask, failTask } from './support/run-task.ts';
import { useServices } from './support/services.ts';
import { givenTask, INPUT } from './support/task.ts';

const { connection, services } = useServices();
const { database, url: databaseUrl } = connection;
const unmigrated = useDatabase({ migrated: false });
const { admin, json } = useAdmin(() => databaseUrl);

test('OPEN-10 an owner has a secret and a public key; a rotation gives a new secret and keeps the key', async () => {
  const owner = await json('owner', 'create', '--name', 'Acme');
  expect(owner).toEqual({
    id: expect.stringMatching(/^own_/),
    name: 'Acme',
    callback_secret: expect.stringMatching(/^whsec_/),
    callback_public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
  });
  const rotated = await json('owner', 'rotate-callback-secret', '--id', owner.id);
  expect(rotated).toMatchObject({ id: owner.id, callback_secret: expect.stringMatching(/^whsec_/) });
  expect(rotated.callback_secret).not.toBe(owner.callback_secret);
  expect(Date.parse(rotated.previous_valid_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const shown = await json('owner', 'show', '--id', owner.id);
  expect(shown).toMatchObject({ id: owner.id, callback_public_key: owner.callback_public_key });
  expect(shown).not.toHaveProperty('callback_secret');
});

test('a delivery is listed, shown with its attempts and sent again once it is over', async () => {
  const { deliveryId: id, ownerId, taskId } = await givenDelivery(connection, { url: 'https://a.example/' });
  const pending = await admin('delivery', 'redeliver', '--id', id);
  expect(pending).toMatchObject({ code: 1, stdout: '' });
  expect(pending.stderr).toContain(`${id} is still pending`);
  await createRecordAttempt(connection.pool)({
    deliveryId: id,
    number: 1,
    startedAt: new Date(1_700_000_000_000),
    latencyMs: 12,
    httpStatus: 500,
    errorClass: 'status',
    problem: 'it answered 500',
    excerpt: 'oops',
    delayMs: 0,
    status: 'failed',
  });
  const expected = { id, task: taskId, owner: ownerId, status: 'failed', attempts: 1 };
  const filters = ['--owner', ownerId, '--task', taskId, '--status', 'failed'];
  expect(await json('delivery', 'list', ...filters)).toMatchObject([{ ...expected, next_attempt_at: null }]);
  expect((await admin('delivery', 'list', '--task', taskId)).stdout).toMatch(/^id +task .*\nmsg_.*failed/);
  expect(await json('delivery', 'show', '--id', id)).toMatchObject({
    ...expected,
    body: expect.stringContaining(taskId),
    log: [
      {
        number: 1,
        started_at: '2023-11-14T22:13:20.000Z',
        latency_ms: 12,
        http_status: 500,
        error_class: 'status',
        problem: 'it answered 500',
        excerpt: 'oops',
      },
    ],
  });
  expect(await json('delivery', 'redeliver', '--id', id)).toMatchObject({
    id,
    status: 'pending',
    attempts: 1,
    next_attempt_at: expect.any(String),
  });
});

test('OPEN-21 a failed refund is retried, a second retry says that nothing changed, others are refused', async () => {
  const owner = await givenOwner(connection, { credits: 100, mode: 'test' });
  const input = { ...INPUT, prompt: 'a city #sandbox:refund_failed' };
  const taskId = await givenTask(connection, { ...owner, credits: 40, input });
  const refused = await admin('task', 'retry-refund', '--id', taskId);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is queued and reserved');
  await claimTask(database, taskId);
  await failTask(services(), { taskId, reason: 'provider_failed' });
  const refunded = { id: taskId, billing_status: 'refunded', credits: 40 };
  expect(await json('task', 'retry-refund', '--id', taskId)).toEqual({ ...refunded, changed: true });
  expect(await json('task', 'retry-refund', '--id', taskId)).toEqual({ ...refunded, changed: false });
  expect(await json('credits', 'show', '--owner', owner.ownerId)).toMatchObject({
    test: { available: 100, reserved: 0 },
  });
  expect(await json('ledger', 'audit')).toMatchObject({ balanced: true, sum: 0 });
});

test('a grant that is run twice is booked once', async () => {
  const { ownerId } = await givenOwner(connection, { credits: 0, mode: 'test' });
  const grant = ['credits', 'grant', '--owner', ownerId, '--mode', 'test', '--amount', '100'];
  expect(await json(...grant)).toMatchObject({ test: { available: 100 } });
  expect(await admin(...grant)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('was granted 100 test credits today already'),
  });
  const invoice = [...grant, '--reference', 'invoice 7'];
  expect(await json(...invoice)).toMatchObject({ test: { available: 200 } });
  const repeated = await admin(...invoice, '--json');
  expect(repeated.stderr).toBe('Reference "invoice 7" was granted before; nothing was changed.\n');
  expect(JSON.parse(repeated.stdout)).toMatchObject({ test: { available: 200 } });
  const changed = await admin(...invoice.with(grant.indexOf('100'), '300'));
  expect(changed).toMatchObject({ code: 1, stdout: '' });
  expect(changed.stderr).toContain('belongs to a grant with another mode or amount');
  expect(await json('credits', 'show', '--owner', ownerId)).toMatchObject({ test: { available: 200 } });
});

test.each([
  [['team', 'create', '--name', 'Ac\u200Bme'], 'without invisible characters'],
  [['team', 'rename', '--id', 'own_none', '--name', ' '], 'without invisible characters'],
  [
    ['key', 'create', '--owner', 'own_none', '--mode', 'test', '--name', 'a\nb'],
    'without invisible characters',
  ],
  [['team', 'rotate-callback-secret', '--id', 'own_none'], 'Team own_none not found.'],
  [['delivery', 'redeliver', '--id', 'msg_none'], 'Delivery msg_none not found.'],
  [['delivery', 'list', '--status', 'lost'], 'Allowed choices are pending, delivered, failed.'],
  [['task', 'retry-refund', '--id', 'task_none'], 'Task task_none not found.'],
])('%j ends with code 2 and says why on standard error', async (args, problem) => {
  const { code, stdout, stderr } = await admin(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(problem);
});

test('a command without a database names the setting and the reason, without the query', async () => {
  const away = await runAdmin({ DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }, ['team', 'list']);
  const stderr = 'Cannot use the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n';
  expect(away).toEqual({ code: 1, stdout: '', stderr });
});

test('a list without entries has no line, and the reason on standard error', async () => {
  const none = { code: 0, stdout: '', stderr: 'No entries found.\n' };
  expect(await admin('delivery', 'list', '--task', 'task_none')).toEqual(none);
  expect(await json('delivery', 'list', '--task', 'task_none')).toEqual([]);
});

test('database migrate prepares an empty database, after which the application needs no other role', async () => {
  const { url, applicationUrl, pool } = unmigrated;
  const withoutOwner = { DATABASE_URL: applicationUrl, MIGRATION_DATABASE_URL: '' };
  const refused = await runAdmin(withoutOwner, ['database', 'migrate']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('set MIGRATION_DATABASE_URL') });
  const settings = { DATABASE_URL: applicationUrl, MIGRATION_DATABASE_URL: url };
  const migrated = await runAdmin(settings, ['database', 'migrate']);
  expect(migrated).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^schema\/accounts\.sql\n/),
    stderr: '',
  });
  const done = { code: 0, stdout: 'The database is up to date.\n', stderr: '' };
  expect(await runAdmin(withoutOwner, ['database', 'migrate'])).toEqual(done);
  expect((await pool.query('SELECT FROM keyframe.ledger_entries')).rows).toEqual([]);
  const absent = await runAdmin({ DATABASE_URL: '', MIGRATION_DATABASE_URL: '' }, ['database', 'migrate']);
  expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('DATABASE_URL is required') });
});

const GROUPS = [
  auditCommand,
  creditsCommand,
  deliveryCommand,
  keyCommand,
  ledgerCommand,
  memberCommand,
  operatorCommand,
  ownerCommand,
  taskCommand,
  userCommand,
].map((group) => group());

test.each(GROUPS.map((group) => [group.name(), group] as const))(
  'the help of %s says what each command and each option does',
  (_, group) => {
    expect(group.commands).not.toEqual([]);
    for (const command of [group, ...group.commands]) {
      expect(command.description(), command.name()).toMatch(/^(?:API|[a-z]).*[^.]$/);
      for (const { flags, description } of command.options) expect(description, flags).toMatch(/\w/);
    }
  },
);
