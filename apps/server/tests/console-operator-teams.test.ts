import { expect, test } from 'vitest';
import { givenMember, givenOperator } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

const SUBMISSION = { model: 'video-2-0-mini', input: { prompt: 'a lighthouse', duration: 4 } };

/** Calls every operation of the video API with a key. */
async function callAll(key: string, taskId: string): Promise<string[]> {
  const responses = [
    await server.request('/v1/videos/generations', { key, json: SUBMISSION }),
    await server.request('/v1/tasks', { key }),
    await server.request(`/v1/tasks/${taskId}`, { key }),
    await server.request(`/v1/tasks/${taskId}/deliveries`, { key }),
    await server.request('/v1/credits', { key }),
    await server.request('/v1/models', { key }),
  ];
  return Promise.all(
    responses.map(async (response) => {
      const body = (await response.json()) as { error?: { code: string; message: string } };
      return body.error === undefined
        ? 'accepted'
        : `${response.status} ${body.error.code} ${body.error.message}`;
    }),
  );
}

const SUSPENDED = '403 forbidden This team is suspended. Contact the operator of the service.';

test('AUT-4 the keys of a suspended team are forbidden everywhere, those of others work, and it is reversible', async () => {
  const operator = await givenOperator(server);
  const [team, other] = [await givenOwner(server.connection), await givenOwner(server.connection)];
  const taskId = await givenTask(server.connection, { ...team, credits: 1 });
  const otherTaskId = await givenTask(server.connection, { ...other, credits: 1 });
  const change = (path: string, json?: object) =>
    operator.browser.send(`/api/operator/owners/${team.ownerId}/${path}`, {
      method: 'POST',
      ...(json && { json }),
    });
  const suspended = await change('suspensions', { note: 'unpaid invoice' });
  expect(suspended.status).toBe(201);
  expect(await suspended.json()).toMatchObject({ suspended_at: expect.stringMatching(/Z$/) });
  expect((await change('suspensions', {})).status).toBe(201);
  expect(await callAll(team.key, taskId)).toEqual(Array(6).fill(SUSPENDED));
  expect(await callAll(other.key, otherTaskId)).toEqual(Array(6).fill('accepted'));
  const resumed = await change('resumptions');
  expect(await resumed.json()).toMatchObject({ suspended_at: null });
  expect(await callAll(team.key, taskId)).toEqual(Array(6).fill('accepted'));
  const log = await operator.browser.send(`/api/operator/audit-events?owner_id=${team.ownerId}`);
  const { data } = (await log.json()) as { data: { action: string; detail: object }[] };
  expect(data.slice(0, 2).map(({ action, detail }) => [action, detail])).toEqual([
    ['owner.resume', {}],
    ['owner.suspend', { note: 'unpaid invoice' }],
  ]);
});

test('members of a suspended team read everything at the console, and submit nothing', async () => {
  const operator = await givenOperator(server);
  const { ownerId } = await givenOwner(server.connection);
  const { browser } = await givenMember(server, { ownerId, role: 'admin' });
  await operator.browser.send(`/api/operator/owners/${ownerId}/suspensions`, { json: {} });
  const submit = () =>
    browser.send(`/api/owners/${ownerId}/tasks`, { json: { mode: 'live', request: SUBMISSION } });
  const refused = await submit();
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'forbidden', message: /suspended/ } });
  expect((await browser.send(`/api/owners/${ownerId}/tasks`)).status).toBe(200);
  await operator.browser.send(`/api/operator/owners/${ownerId}/resumptions`, { method: 'POST' });
  expect((await submit()).status).toBe(202);
});

test('operators see how notifications are sent', async () => {
  const operator = await givenOperator(server);
  const response = await operator.browser.send('/api/operator/notifications');
  expect(await response.json()).toEqual({
    invitations: { email_from: null },
    failed_refunds: { email_to: [], webhook: null },
  });
});

test('operators see the members, keys, usage and limits of a team, and no secrets', async () => {
  const operator = await givenOperator(server);
  const team = await givenOwner(server.connection);
  const member = await givenMember(server, { ownerId: team.ownerId, role: 'viewer' });
  const read = async (part: string) => {
    const response = await operator.browser.send(`/api/operator/owners/${team.ownerId}/${part}`);
    expect(response.status, part).toBe(200);
    return response.json();
  };
  expect(await read('members')).toMatchObject({ data: [{ email: member.email, role: 'viewer' }] });
  const keys = await read('keys');
  expect(keys).toMatchObject({ data: [{ id: team.keyId, state: 'active' }] });
  expect(JSON.stringify(keys)).not.toContain(team.key.slice(8, -4));
  expect(await read('usage')).toEqual({ data: [] });
  expect(await read('limits')).toEqual({
    requests_per_minute: {
      submissions_per_key: 1000,
      queries_per_key: 1000,
      submissions_of_all_keys: 10_000,
      queries_of_all_keys: 10_000,
      polls_per_task: 1000,
      submissions_at_console: 60,
    },
    keys: { used: 1, limit: 1000 },
    members: { used: 1, limit: 500 },
  });
  const missing = await operator.browser.send('/api/operator/owners/own_gone/limits');
  expect(missing.status).toBe(404);
});
