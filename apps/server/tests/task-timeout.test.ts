import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { readBalance } from '../src/credits/ledger.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

// Shorter than the delay of the task: only its timeout ends it.
const { connection, request } = useServer(async () => ({ TASK_TIMEOUT: '3s' }));

test('OPEN-7 STA-6 a task past its timeout fails as timed_out and is refunded, its late result changes nothing', async () => {
  const owner = await givenOwner(connection, { credits: 100, mode: 'test' });
  const json = { model: 'video-2-0', input: { prompt: '#sandbox:delay=600s' } };
  const response = await request('/v1/videos/generations', { key: owner.key, json });
  const { taskId } = (await response.json()) as { taskId: string };
  const task = await eventually('the end of the task', async () => {
    const record = await (await request(`/v1/tasks/${taskId}`, { key: owner.key })).json();
    return (record as { status: string }).status === 'failed' && record;
  });
  expect(task).toMatchObject({ failed_reason: 'timed_out', billing_status: 'refunded' });
  expect(await readBalance(connection.database, owner.ownerId, 'test')).toEqual({
    available: 100,
    reserved: 0,
  });
});
