// The service through openapi-fetch and its successor, typed by the paths of the contract.
import { randomUUID } from 'node:crypto';
import type { paths } from '@keyframe/contract';
import createOurs from '@keyframe/openapi-fetch';
import createTheirs from 'openapi-fetch';
import { expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { openSharedService } from '../../support/shared-service.ts';

const PACKAGES = {
  'openapi-fetch': (options: object) => createTheirs<paths>(options),
  '@keyframe/openapi-fetch': (options: object) => createOurs<paths>(options),
};

test.each(Object.keys(PACKAGES) as (keyof typeof PACKAGES)[])(
  '%s submits, reads and lists tasks, and returns documented errors',
  async (name) => {
    await using service = await openSharedService();
    const { key } = await createAccount(service.operator);
    const client = PACKAGES[name]({
      baseUrl: service.url,
      headers: { authorization: `Bearer ${key}` },
    }) as ReturnType<(typeof PACKAGES)['@keyframe/openapi-fetch']>;
    const submission = {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } },
    } as const;
    const first = await client.POST('/v1/videos/generations', submission);
    const replayed = await client.POST('/v1/videos/generations', submission);
    const id = first.data?.taskId ?? '';
    expect([first.response.status, replayed.data?.taskId]).toEqual([202, id]);

    const { data: task } = await client.GET('/v1/tasks/{id}', { params: { path: { id } } });
    expect(task).toMatchObject({ id, model: 'video-2-0' });
    const { data: page } = await client.GET('/v1/tasks', {
      params: { query: { limit: 1, model: 'video-2-0' } },
    });
    expect(page?.data.map((each) => each.id)).toEqual([id]);

    const { error, response } = await client.GET('/v1/tasks/{id}', {
      params: { path: { id: 'task_unknown' } },
    });
    expect([response.status, error?.error.code]).toEqual([404, 'not_found']);
  },
);
