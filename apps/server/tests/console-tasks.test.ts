import { createSecretKey } from 'node:crypto';
import type { Overview, TaskDetail } from '@keyframe/console-contract/hono';
import { expect, test } from 'vitest';
import { createResultLinks } from '../src/results/result-links.ts';

import { createLog } from '../src/telemetry/log.ts';
import { givenMember, givenOperator } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { claimTask, completeTask, failTask } from './support/run-task.ts';
import { useServer } from './support/server.ts';
import { givenTask, INPUT } from './support/task.ts';

// Without workers a task stays where the test puts it.
const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));
const { connection } = server;

const settling = () => ({
  database: connection.database,
  links: createResultLinks('http://127.0.0.1:4000', createSecretKey(Buffer.alloc(32, 1))),
  log: createLog('silent'),
  resultTtlMs: 60_000,
  wakeCallbacks: () => {},
});

async function givenPage() {
  const owner = await givenOwner(connection, { mode: 'test', credits: 10_000 });
  const { browser, email } = await givenMember(server, { ownerId: owner.ownerId, role: 'admin' });
  const base = `/api/owners/${owner.ownerId}`;
  const read = async <TBody>(path: string): Promise<TBody> => {
    const response = await browser.send(`${base}${path}`);
    const body = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    return body as TBody;
  };
  const complete = async (taskId: string) => {
    await claimTask(connection.database, taskId);
    await completeTask(settling(), { taskId, hasLastFrame: false });
  };
  const failUnrefunded = async () => {
    const input = { ...INPUT, prompt: '#sandbox:refund_failed' };
    const taskId = await givenTask(connection, { ...owner, input });
    await failTask(settling(), { taskId, reason: 'provider_failed' });
    return taskId;
  };
  return { owner, browser, email, base, read, complete, failUnrefunded };
}

type Ids = { readonly data: readonly { readonly id: string }[]; readonly next_cursor: string | null };

test('tasks are listed page by page, and filtered', async () => {
  const { owner, read, complete } = await givenPage();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift(await givenTask(connection, owner));
  await complete(ids[1] ?? '');
  const first = await read<Ids>('/tasks?limit=2');
  const second = await read<Ids>(`/tasks?limit=2&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(second.next_cursor).toBeNull();
  const shown = async (query: string) => (await read<Ids>(`/tasks?${query}`)).data.map(({ id }) => id);
  expect(await shown('status=completed')).toEqual([ids[1]]);
  expect(await shown('billing_status=reserved')).toEqual([ids[0], ids[2]]);
  expect(await shown(`id=${ids[2]}`)).toEqual([ids[2]]);
  expect(await shown(`key_id=${owner.keyId}&mode=test`)).toEqual(ids);
  expect(await shown('mode=live')).toEqual([]);
  expect(await shown(`created_before=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([]);
});

test('a task shows its timeline, its billing, its result and its key', async () => {
  const { owner, read, complete } = await givenPage();
  const taskId = await givenTask(connection, { ...owner, callbackUrl: 'https://hooks.example.com/' });
  await complete(taskId);
  const task = await read<TaskDetail>(`/tasks/${taskId}`);
  expect(task).toMatchObject({
    id: taskId,
    status: 'completed',
    full_prompt: INPUT.prompt,
    key: { id: owner.keyId },
    callback_url: 'https://hooks.example.com/',
    billing: [{ kind: 'reserve' }, { kind: 'charge' }],
    result: { results: [expect.stringContaining(taskId)] },
    deliveries: [{ status: 'pending', attempts: 0 }],
  });
  expect(task.timeline.map(({ state }) => state)).toEqual(['accepted', 'generating', 'completed']);
});

test('STA-7 OPEN-21 a refund that failed is listed, and tried again, once', async () => {
  const { browser, base, read, failUnrefunded } = await givenPage();
  const taskId = await failUnrefunded();
  const states = async () => (await read<TaskDetail>(`/tasks/${taskId}`)).timeline.map(({ state }) => state);
  expect(await states()).toEqual(['accepted', 'failed', 'refund_failed']);
  expect(await read('/failed-refunds')).toMatchObject({ data: [{ task_id: taskId, credits: 50 }] });
  const retried = await browser.send(`${base}/tasks/${taskId}/refunds`, { method: 'POST' });
  expect(retried.status).toBe(200);
  expect(await retried.json()).toEqual({
    task_id: taskId,
    billing_status: 'refunded',
    balance: { available: 10_000, reserved: 0 },
  });
  expect(await read('/failed-refunds')).toMatchObject({ data: [] });
  expect(await states()).toEqual(['accepted', 'failed', 'refund_failed', 'refunded']);
  expect(await read('/audit-events?action=refund.retry')).toMatchObject({ data: [{ target: taskId }] });
  const other = await givenTask(connection, (await givenPage()).owner);
  expect((await browser.send(`${base}/tasks/${other}/refunds`, { method: 'POST' })).status).toBe(404);
});

test('lists the ledger with its reservations, in order, for any page size', async () => {
  const { owner, read, complete } = await givenPage();
  const one = await givenTask(connection, owner);
  await givenTask(connection, owner);
  await complete(one);
  const kinds: string[] = [];
  let query = '?limit=1';
  for (;;) {
    const page = await read<{ data: { kind: string }[]; next_cursor: string | null }>(
      `/ledger-entries${query}`,
    );
    kinds.push(...page.data.map(({ kind }) => kind));
    if (page.next_cursor === null) break;
    query = `?limit=1&cursor=${page.next_cursor}`;
  }
  expect(kinds).toEqual(['charge', 'reserve', 'reserve', 'grant']);
  expect(await read('/ledger-entries?kind=grant')).toMatchObject({
    data: [{ kind: 'grant', task_id: null }],
  });
  expect(await read(`/ledger-entries?task_id=${one}&kind=charge`)).toMatchObject({
    data: [{ task_id: one }],
  });
});

test('use by day and the overview count the same tasks', async () => {
  const { owner, read, complete, failUnrefunded } = await givenPage();
  await complete(await givenTask(connection, owner));
  await givenTask(connection, owner);
  await failUnrefunded();
  const day = new Date().toISOString().slice(0, 10);
  expect(await read('/usage')).toEqual({
    data: [{ day, mode: 'test', model: 'video-2-0', tasks: 3, completed: 1, failed: 1, credits: 100 }],
  });
  for (const window of ['1h', '24h', '7d', '30d']) {
    const overview = await read<Overview>(`/overview?window=${window}`);
    expect(overview).toMatchObject({
      window,
      tasks: 3,
      completed: 1,
      failed: 1,
      success_rate: 0.5,
      queued: 1,
      generating: 0,
      credits_spent: 100,
    });
    expect(overview.latency.p50).toBeGreaterThan(0);
    expect(overview.series.reduce((sum, point) => sum + point.tasks, 0)).toBe(3);
  }
});

test.each([
  ['/usage?from=2026-02-30', 400],
  ['/usage?from=2026-03-01&to=2026-02-01', 400],
  ['/usage?from=2025-01-01&to=2026-02-01', 400],
  ['/tasks?cursor=abc', 400],
  ['/tasks?limit=101', 400],
  ['/tasks/task_none', 404],
  ['/deliveries?cursor=abc', 400],
  ['/overview?window=90d', 400],
])('%s is answered %i', async (path, status) => {
  const { browser, base } = await givenPage();
  expect((await browser.send(`${base}${path}`)).status).toBe(status);
});

test('a submission at the console costs the quoted amount and is recorded in the audit log', async () => {
  const { browser, base, read } = await givenPage();
  const json = {
    mode: 'test',
    request: { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } },
  };
  const quote = await (await browser.send(`${base}/quotes`, { json })).json();
  expect(quote).toEqual({ credits: 40, available: 10_000, sufficient: true });
  const headers = { 'idempotency-key': 'play-1' };
  const accepted = await browser.send(`${base}/tasks`, { json, headers });
  expect(accepted.status).toBe(202);
  const { taskId, credits } = (await accepted.json()) as { taskId: string; credits: number };
  expect(credits).toBe(40);
  expect(await read(`/tasks/${taskId}`)).toMatchObject({ key: null, status: 'queued' });
  const repeated = await browser.send(`${base}/tasks`, { json, headers });
  expect(await repeated.json()).toEqual({ taskId, credits });
  expect(await read('/audit-events?action=task.create')).toMatchObject({ data: [{ target: taskId }] });
});

test('PUR-3 a submission at the console is not accepted if its event cannot be stored', async () => {
  const { browser, base, read } = await givenPage();
  const { pool } = connection;
  await pool.query(
    `ALTER TABLE audit_events ADD CONSTRAINT broken CHECK (action <> 'task.create') NOT VALID`,
  );
  try {
    const json = { mode: 'test', request: { model: 'video-2-0', input: { prompt: 'a calm sea' } } };
    expect((await browser.send(`${base}/tasks`, { json })).status).toBe(500);
    expect(await read('/tasks')).toMatchObject({ data: [] });
    const quote = await browser.send(`${base}/quotes`, { json });
    expect(await quote.json()).toMatchObject({ available: 10_000 });
  } finally {
    await pool.query('ALTER TABLE audit_events DROP CONSTRAINT broken');
  }
});

test('RES-4 a submission at the console is under the rules of every submission', async () => {
  const { browser, base } = await givenPage();
  const input = { prompt: 'a', generation_type: 'image-to-video', image_urls: ['http://127.0.0.1/'] };
  const json = { mode: 'test', request: { model: 'video-2-0', input } };
  for (const path of ['/quotes', '/tasks']) {
    const response = await browser.send(`${base}${path}`, { json });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { param: string } };
    expect(error.param).toBe('/request/input/image_urls/0');
  }
});

test('submissions at the console have a limit of their own', async () => {
  const { browser, base } = await givenPage();
  const json = { mode: 'test', request: { model: 'video-2-0', input: { prompt: 'a', duration: 99 } } };
  const valid = { mode: 'live', request: { model: 'video-2-0', input: { prompt: 'a' } } };
  expect((await browser.send(`${base}/tasks`, { json })).status).toBe(400);
  const statuses = new Set<number>();
  for (let count = 0; count < 61; count += 1) {
    statuses.add((await browser.send(`${base}/tasks`, { json: valid })).status);
  }
  expect([...statuses]).toEqual([402, 429]);
});

test('an operator sees the tasks and refunds of all owners, with one owner’s apart', async () => {
  const { owner, failUnrefunded } = await givenPage();
  const taskId = await failUnrefunded();
  const { browser } = await givenOperator(server);
  const read = async <TBody>(path: string) => {
    const response = await browser.send(`/api/operator${path}`);
    expect(response.status).toBe(200);
    return (await response.json()) as TBody;
  };
  const { data } = await read<{ data: { id: string; owner_id: string }[] }>('/tasks?limit=100');
  expect(data.map(({ id }) => id)).toEqual(
    data
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  );
  expect(new Set(data.map(({ owner_id }) => owner_id)).size).toBeGreaterThan(1);
  expect((await read<Ids>(`/tasks?owner_id=${owner.ownerId}`)).data.map(({ id }) => id)).toEqual([taskId]);
  const from = new Date(Date.now() - 60_000).toISOString();
  const failed = await read<Ids>(`/tasks?billing_status=refund_failed&created_from=${from}`);
  expect(failed.data[0]?.id).toBe(taskId);
  expect(await read(`/tasks/${taskId}`)).toMatchObject({ owner_id: owner.ownerId });
  expect(await read(`/failed-refunds?owner_id=${owner.ownerId}`)).toMatchObject({
    data: [{ task_id: taskId }],
  });
  expect((await read<Overview>('/overview')).failed).toBeGreaterThan(0);
  const retried = await browser.send(`/api/operator/tasks/${taskId}/refunds`, { method: 'POST' });
  expect(await retried.json()).toMatchObject({ billing_status: 'refunded' });
});
