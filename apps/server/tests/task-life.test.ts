import type { components } from '@keyframe/contract';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { readBalance } from '../src/credits/ledger.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

type Task = components['schemas']['Task'];

const { connection, request } = useServer(async () => ({ RESULT_TTL: '10s' }));
const { database } = connection;

async function submit(prompt: string, input: object = {}) {
  const owner = await givenOwner(connection, { credits: 100, mode: 'test' });
  const json = { model: 'video-2-0', input: { prompt, ...input } };
  const response = await request('/v1/videos/generations', { key: owner.key, json });
  const { taskId } = (await response.json()) as { taskId: string };
  const record = async () =>
    (await (await request(`/v1/tasks/${taskId}`, { key: owner.key })).json()) as Task;
  const ended = () =>
    eventually('the end of the task', async () => {
      const task = await record();
      return task.status === 'completed' || task.status === 'failed' ? task : undefined;
    });
  return { taskId, record, ended, balance: () => readBalance(database, owner.ownerId, 'test') };
}

function completed(task: Task): Extract<Task, { status: 'completed' }> {
  if (task.status !== 'completed') throw new Error(`The task is ${task.status}: ${task.failed_reason}`);
  return task;
}

test('a test task goes to completed and is charged', {
  meta: {
    requirements: ['PUR-2', 'PUR-3', 'RES-31', 'RES-33', 'RES-35', 'RES-37', 'RES-38', 'OPEN-3', 'OPEN-4'],
  },
}, async () => {
  const startedAt = Math.floor(Date.now() / 1000);
  const { ended, balance, record } = await submit('a calm sea', { return_last_frame: true });
  expect(['queued', 'generating', 'completed']).toContain((await record()).status);
  const task = completed(await ended());
  expect(task).toMatchObject({ billing_status: 'charged', failed_reason: null, credits: 50 });
  expect(task.data.last_frame_url).toMatch(/last-frame\.png\?/);
  const now = Date.now() / 1000;
  expect(task.created_at).toBeGreaterThanOrEqual(startedAt);
  expect(task.created_at).toBeLessThanOrEqual(now);
  expect(task.data.video_expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(task.data.processing_time).toBeGreaterThan(0);
  expect(task.data.processing_time).toBeLessThanOrEqual(now - startedAt);
  expect(await balance()).toEqual({ available: 50, reserved: 0 });
});

test.each([
  {
    directive: '#sandbox:fail=a_reason_of_tomorrow',
    reason: 'a_reason_of_tomorrow',
    billing: 'refunded',
    available: 100,
  },
  {
    directive: '#sandbox:fail=content_rejected',
    reason: 'content_rejected',
    billing: 'refunded',
    available: 100,
  },
  {
    directive: '#sandbox:fail=invalid_material',
    reason: 'invalid_material',
    billing: 'refunded',
    available: 100,
  },
  { directive: '#sandbox:timeout', reason: 'timed_out', billing: 'refunded', available: 100 },
  { directive: '#sandbox:refund_failed', reason: 'provider_failed', billing: 'refund_failed', available: 50 },
])(
  '$directive ends as failed with $reason, $billing',
  { meta: { requirements: ['OPEN-11', 'OPEN-22', 'ERR-6', 'RES-32'] } },
  async (forced) => {
    const { ended, balance } = await submit(`a calm sea ${forced.directive}`);
    const task = await ended();
    expect(task).toMatchObject({
      status: 'failed',
      failed_reason: forced.reason,
      billing_status: forced.billing,
    });
    expect(task).not.toHaveProperty('data');
    expect((await balance()).available).toBe(forced.available);
  },
);

test('OPEN-17 while it is generating a task has neither a reason nor data', async () => {
  const { record } = await submit('#sandbox:delay=600s');
  const task = await eventually('the start of the task', async () => {
    const seen = await record();
    return seen.status === 'generating' && seen;
  });
  expect(task).toMatchObject({ billing_status: 'reserved', failed_reason: null });
  expect(task).not.toHaveProperty('data');
});

test('a result is a file that answers ranges until it expires; then links are empty, 410, deleted', {
  meta: { requirements: ['RES-34', 'RES-36', 'LIM-4'] },
}, async () => {
  const { ended, record } = await submit('a calm sea', { return_last_frame: true });
  const [link = ''] = completed(await ended()).data.results;
  const { pathname, search } = new URL(link);
  const part = await request(`${pathname}${search}`, { headers: { range: 'bytes=4-7' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-type')).toBe('video/mp4');
  expect(await part.text()).toBe('ftyp');
  expect((await request(`${pathname}${search.replace(/expires=\d/, 'expires=9')}`)).status).toBe(404);
  expect((await request(pathname)).status).toBe(404);
  const expired = await eventually('the expired result', async () => {
    const { data } = completed(await record());
    return data.results.length === 0 && data;
  });
  expect(expired).toMatchObject({ results: [], last_frame_url: null });
  const gone = () => request(`${pathname}${search}`).then((response) => response.status === 410);
  await eventually('the deletion of the result', gone);
  const deleted = () =>
    connection.pool
      .query('SELECT 1 FROM tasks WHERE id = $1 AND files_deleted_at IS NOT NULL', [pathname.split('/')[2]])
      .then((result) => result.rowCount === 1);
  await eventually('the deletion of the files', deleted);
});
