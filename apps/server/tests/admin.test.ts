import { expect, test } from 'vitest';
import { ADMIN } from '../src/admin/tool.ts';
import { runAdmin, useAdmin } from './support/admin.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { claimTask, failTask } from './support/run-task.ts';
import { useServices } from './support/services.ts';
import { givenTask, INPUT } from './support/task.ts';

const { connection, services } = useServices();
const { database, url: databaseUrl } = connection;
const unmigrated = useDatabase({ migrated: false });
const { admin, json } = useAdmin(() => databaseUrl);

test('OPEN-10 an owner has a secret and a public key from the start', async () => {
  expect(await json('team', 'create', '--name', 'Acme')).toEqual({
    id: expect.stringMatching(/^own_/),
    name: 'Acme',
    callback_secret: expect.stringMatching(/^whsec_/),
    callback_public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
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
  [
    ['key', 'create', '--owner', 'own_none', '--mode', 'test', '--name', 'a\nb'],
    'without invisible characters',
  ],
  [['credits', 'show', '--owner', 'own_none'], 'Team own_none not found.'],
  [['key', 'create', '--owner', 'own_none', '--mode', 'lost'], '--mode must be live or test (got "lost").'],
  [['task', 'retry-refund', '--id', 'task_none'], 'Task task_none not found.'],
])('%j ends with code 2 and says why on standard error', async (args, problem) => {
  const { code, stdout, stderr } = await admin(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(problem);
});

test('a command without a database names the setting and the reason, without the query', async () => {
  const away = await runAdmin({ DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }, ['ledger', 'audit']);
  const stderr = 'Cannot use the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n';
  expect(away).toEqual({ code: 1, stdout: '', stderr });
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

test.each(ADMIN.commands)('the help of $name says what the command and each option does', (command) => {
  expect(command.summary).toMatch(/^[a-z].*[^.]$/);
  expect(command.description).toMatch(/^[A-Z].*\.$/);
  for (const [name, { description }] of Object.entries(command.options)) {
    expect(description, name).toMatch(/^[\w-].*[^.]$/);
  }
});
