// Requests that produce each response that Dredd expects.
import { createClient } from '@keyframe/client';
import { createAccount } from '../../support/account.ts';
import type { Service } from '../../support/service.ts';
import type { Adjustment, DreddSubject } from './dredd.ts';

const GENERATION = { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } } as const;
export const POST = 'POST /v1/videos/generations';
export const GET = 'GET /v1/tasks/{id}';
export const GET_EVENTS = 'GET /v1/tasks/{id}/events';
export const GET_DELIVERIES = 'GET /v1/tasks/{id}/deliveries';
export const READS = ['GET /v1/tasks', 'GET /v1/sandbox/callbacks', 'GET /v1/credits', 'GET /v1/models'];

function bearer(key: string): Adjustment {
  return { headers: { Authorization: `Bearer ${key}` } };
}

/** Uses up both limits of a key. */
async function exhaust({ url }: Service, key: string, limit: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let count = 0; count < limit; count += 1) {
    await fetch(`${url}/v1/videos/generations`, { method: 'POST', headers, body: '{}' });
    await fetch(`${url}/v1/tasks/task_unknown`, { headers });
  }
}

async function completeTask({ url }: Service, key: string): Promise<string> {
  const client = createClient({ apiKey: key, baseUrl: url });
  const { taskId } = await client.videos.create(GENERATION);
  await client.tasks.wait(taskId, { pollInterval: 500 });
  return taskId;
}

// Dredd derives the form of a list from the first item of its example, a callback of a failed task.
async function failTask({ url }: Service, key: string): Promise<void> {
  const client = createClient({ apiKey: key, baseUrl: url });
  const input = { ...GENERATION.input, prompt: 'a calm sea #sandbox:fail=provider_failed' };
  const { taskId } = await client.videos.create({ ...GENERATION, input });
  await client.tasks.wait(taskId, { pollInterval: 500 });
}

/**
 * Gives every answer of the contract a key, a task or a body that brings the service to it; without a limit, which the
 * service then must have for both rates, those to a key that has used it up are not performed.
 */
export async function subjectOfServer(service: Service, limit: number | undefined): Promise<DreddSubject> {
  const { operator } = service;
  const account = await createAccount(operator);
  const [creator, reader, limited] = await Promise.all([
    operator.createKey(account.ownerId, 'test', ['videos:create']),
    operator.createKey(account.ownerId, 'test', ['tasks:read']),
    operator.createKey(account.ownerId, 'test'),
  ]);
  const poor = await createAccount(operator, { credits: 0 });
  const failing = await createAccount(operator);
  await failTask(service, failing.key);
  if (limit !== undefined) await exhaust(service, limited.key, limit);
  const body = JSON.stringify(GENERATION);
  const path = `/v1/tasks/${await completeTask(service, account.key)}`;
  const reason = 'no request brings a sound service to fail';
  // A request without parameters has no other way to be wrong than as HTTP.
  const malformed: Adjustment = { headers: { Expect: 'the unexpected' } };
  return {
    adjustments: {
      [`${POST} 202`]: { ...bearer(account.key), body },
      [`${POST} 400`]: { ...bearer(account.key), body: '{}' },
      [`${POST} 402`]: { ...bearer(poor.key), body },
      [`${POST} 403`]: { ...bearer(reader.key), body },
      [`${POST} 429`]: { ...bearer(limited.key), body },
      [`${GET} 200`]: { ...bearer(account.key), path },
      [`${GET} 400`]: malformed,
      [`${GET} 403`]: { ...bearer(creator.key), path },
      [`${GET} 404`]: { ...bearer(account.key), path: '/v1/tasks/task_unknown' },
      [`${GET} 429`]: { ...bearer(limited.key), path },
      [`${GET_EVENTS} 200`]: {
        headers: { ...bearer(account.key).headers, 'Last-Event-ID': '' },
        path: `${path}/events`,
      },
      [`${GET_EVENTS} 204`]: {
        headers: { ...bearer(account.key).headers, 'Last-Event-ID': 'completed' },
        path: `${path}/events`,
      },
      [`${GET_EVENTS} 400`]: malformed,
      [`${GET_EVENTS} 403`]: { ...bearer(creator.key), path: `${path}/events` },
      [`${GET_EVENTS} 404`]: { ...bearer(account.key), path: '/v1/tasks/task_unknown/events' },
      [`${GET_EVENTS} 429`]: { ...bearer(limited.key), path: `${path}/events` },
      [`${GET_DELIVERIES} 200`]: { ...bearer(account.key), path: `${path}/deliveries` },
      [`${GET_DELIVERIES} 400`]: malformed,
      [`${GET_DELIVERIES} 403`]: { ...bearer(creator.key), path: `${path}/deliveries` },
      [`${GET_DELIVERIES} 404`]: { ...bearer(account.key), path: '/v1/tasks/task_unknown/deliveries' },
      [`${GET_DELIVERIES} 429`]: { ...bearer(limited.key), path: `${path}/deliveries` },
      ...Object.fromEntries(
        READS.flatMap((read) => [
          [`${read} 200`, bearer(account.key)],
          [`${read} 400`, malformed],
          [`${read} 403`, bearer(creator.key)],
          [`${read} 429`, bearer(limited.key)],
        ]),
      ),
      'GET /v1/sandbox/callbacks 200': { ...bearer(failing.key), path: '/v1/sandbox/callbacks' },
      'GET /v1/sandbox/callbacks 400': { ...bearer(account.key), path: '/v1/sandbox/callbacks?limit=500' },
      'GET /v1/tasks 400': { ...bearer(account.key), path: '/v1/tasks?limit=500' },
    },
    unperformed: Object.fromEntries(
      [POST, GET, GET_EVENTS, GET_DELIVERIES, ...READS].flatMap((operation) => [
        [`${operation} 500`, reason],
        ...(limit === undefined ? [[`${operation} 429`, 'no limit']] : []),
      ]),
    ),
  };
}
