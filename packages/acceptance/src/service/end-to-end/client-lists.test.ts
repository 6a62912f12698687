// The lists of the client before the real service: cursors and filters that are the service's own.
import { createClient } from '@keyframe/client';
import { getDeliveries, listTasks, type TaskFilters } from '@keyframe/client/tasks';
import { expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { openSharedService } from '../../support/shared-service.ts';

test('tasks are listed newest first over several pages, by filters, and with their deliveries', async () => {
  await using service = await openSharedService();
  const { key } = await createAccount(service.operator);
  const client = createClient({ apiKey: key, baseUrl: service.url });
  const ids: string[] = [];
  for (const prompt of ['a lake', 'a dune', 'a fjord']) {
    const { taskId } = await client.videos.create({ model: 'video-2-0', input: { prompt, duration: 4 } });
    ids.unshift(taskId);
  }
  const listed = async (filters: TaskFilters) => {
    const found: string[] = [];
    for await (const { id } of listTasks(client, filters)) found.push(id);
    return found;
  };
  const sizes: number[] = [];
  for await (const { data } of listTasks(client, { limit: 2 }).pages()) sizes.push(data.length);
  expect(sizes.slice(0, 2)).toEqual([2, 1]);
  expect(await listed({ limit: 1 })).toEqual(ids);
  expect(await listed({ model: 'video-2-0' })).toEqual(ids);
  expect(await listed({ model: 'video-2-0-fast' })).toEqual([]);
  // Without a callback_url, a task has no delivery.
  expect(await getDeliveries(client, ids[0] ?? '')).toEqual({ data: [] });
  await expect(getDeliveries(client, 'task_unknown')).rejects.toMatchObject({ code: 'not_found' });
});
