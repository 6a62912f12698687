import type { CallbackEvent } from '@keyframe/client/webhooks';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';
import { findEvents, noteUpstreamId, openUpstreamTask, recordEvent } from './upstream-tasks.queries.ts';

const connection = useDatabase();

function failedEvent(id: string): CallbackEvent {
  return {
    id,
    status: 'failed',
    created_at: 1_700_000_000,
    model: 'video-2-0',
    data: { failed_reason: 'provider_failed', credits_refunded: 50 },
  };
}

test('OPEN-10 the callback of another task upstream counts at no time, and does not keep out the right one', async () => {
  const { database } = connection;
  const taskId = await givenTask(connection, await givenOwner(connection, { credits: 100 }));
  await openUpstreamTask(database, { taskId, request: '{}' });
  expect(await recordEvent(database, taskId, failedEvent('task_of_another'))).toBe(false);
  await noteUpstreamId(database, { taskId, upstreamId: 'task_upstream' });
  expect(await recordEvent(database, taskId, failedEvent('task_of_another'))).toBe(false);
  expect(await findEvents(database, [taskId])).toEqual([]);
  expect(await recordEvent(database, taskId, failedEvent('task_upstream'))).toBe(true);
  expect(await findEvents(database, [taskId])).toEqual([{ taskId, event: failedEvent('task_upstream') }]);
});
