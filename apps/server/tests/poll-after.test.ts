// Without workers: tasks stay queued until the test settles them.
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({ ROLE: 'api', RATE_POLL: '6' }));
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

test.each([
  ['live', '10'],
  ['test', '1'],
] as const)(
  'OPEN-1 a %s task is polled after %s seconds, and while it is unfinished',
  async (mode, wanted) => {
    const { key } = await givenOwner(connection, { mode });
    const accepted = await request('/v1/videos/generations', { key, json: BODY });
    expect([accepted.status, accepted.headers.get('retry-after')]).toEqual([202, wanted]);
    const { taskId } = (await accepted.json()) as { taskId: string };
    const queued = await request(`/v1/tasks/${taskId}`, { key });
    expect([queued.status, queued.headers.get('retry-after')]).toEqual([200, wanted]);
    await connection.pool.query(
      `UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'timed_out',
       finished_at = now() WHERE id = $1`,
      [taskId],
    );
    const failed = await request(`/v1/tasks/${taskId}`, { key });
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([200, null]);
  },
);
