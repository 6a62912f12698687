// The promises of the contract, kept by the mock as by the service: one suite for both.
import { eventually } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ContractSubject,
  GENERATIONS,
  startMockAsSubject,
  startServiceAsSubject,
  type Task,
} from './contract-subject.ts';

const NAMES = ['mock', 'service'] as const;

let subjects: Readonly<Record<(typeof NAMES)[number], ContractSubject>>;

beforeAll(async () => {
  subjects = { mock: await startMockAsSubject(), service: await startServiceAsSubject() };
});
afterAll(async () => {
  for (const name of NAMES) await subjects?.[name][Symbol.asyncDispose]();
});

test.each(NAMES)('a task of the %s is at Location, and passes forward through its states', async (name) => {
  const subject = subjects[name];
  const body = subject.describe('a calm sea #sandbox:delay=0.5s');
  const created = await subject.send(GENERATIONS, { body });
  expect(created.status).toBe(202);
  expect(created.headers.get('location')).toBe(`/v1/tasks/${created.body.taskId}`);
  const seen: string[] = [];
  await eventually('the task to end', async () => {
    const { body: task } = await subject.send(`/v1/tasks/${created.body.taskId}`);
    if (seen.at(-1) !== task.status) seen.push(task.status);
    return task.status === 'completed';
  });
  expect(seen).toEqual(['queued', 'generating', 'completed'].filter((state) => seen.includes(state)));
  expect(seen).toContain('generating');
});

test.each(
  NAMES.flatMap((name) => [
    [name, 'a calm sea', 'completed', '/completed'] as const,
    [name, 'a storm #sandbox:fail=content_rejected', 'failed', '/failed'] as const,
  ]),
)('the %s posts the end of "%s" once, signed, in agreement with the task', async (...row) => {
  const [name, prompt, status, path] = row;
  const subject = subjects[name];
  const { id, created_at, model, data } = await subject.waitForEnd(await subject.submit(prompt, path));
  const [delivery] = await subject.receiver.waitForDeliveries(path, 1);
  const expected = { id, created_at, model, status, ...(data ? { data } : {}) };
  expect(delivery && subject.verify(delivery)).toMatchObject(expected);
  await subject.submit('a calm sea', `${path}-later`);
  await subject.receiver.waitForDeliveries(`${path}-later`, 1);
  expect(subject.receiver.deliveries(path)).toHaveLength(1);
});

test.each(NAMES)('a request that the %s rejects sends no callback', async (name) => {
  const subject = subjects[name];
  const body = subject.describe('x', '/rejected');
  expect((await subject.send(GENERATIONS, { body: { ...body, model: 'none' } })).status).toBe(400);
  expect((await subject.send(GENERATIONS, { body, headers: { authorization: '' } })).status).toBe(401);
  await subject.submit('a calm sea', '/accepted');
  await subject.receiver.waitForDeliveries('/accepted', 1);
  expect(subject.receiver.deliveries('/rejected')).toEqual([]);
});

test.each(NAMES)('a repeated request with an Idempotency-Key is one task of the %s', async (name) => {
  const subject = subjects[name];
  const headers = { 'idempotency-key': 'promises-1' };
  const first = await subject.send(GENERATIONS, { body: subject.describe('once'), headers });
  const again = await subject.send(GENERATIONS, { body: subject.describe('once'), headers });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect([first, again].map((one) => one.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const other = await subject.send(GENERATIONS, { body: subject.describe('another'), headers });
  expect([other.status, other.body.error]).toMatchObject([
    400,
    { code: 'invalid_request', param: 'Idempotency-Key' },
  ]);
});

test.each(
  NAMES.flatMap((name) => [
    [name, { prompt: 'x', duration: 3 }, '/input/duration'] as const,
    [name, {}, '/input/prompt'] as const,
    [name, { prompt: 'x', resolution: '8k' }, '/input/resolution'] as const,
  ]),
)('the %s rejects the input %j, and names the member', async (name, input, param) => {
  const { status, body } = await subjects[name].send(GENERATIONS, { body: { model: 'video-2-0', input } });
  expect([status, body.error]).toMatchObject([400, { code: 'invalid_request', param }]);
});

test.each(NAMES)('unknown tasks, paths and methods get errors of the contract from the %s', async (name) => {
  const subject = subjects[name];
  const answers = [
    await subject.send('/v1/tasks/task_none'),
    await subject.send('/v1/nothing'),
    await subject.send('/v1/tasks', { body: {} }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
    [405, 'invalid_request'],
  ]);
});

test.each(NAMES)('the %s lists tasks page by page, the newest first', async (name) => {
  const subject = subjects[name];
  const created: string[] = [];
  for (const prompt of ['one', 'two', 'three']) created.push(await subject.submit(prompt));
  const { body: first } = await subject.send('/v1/tasks?limit=2');
  const { body: second } = await subject.send(`/v1/tasks?limit=2&cursor=${first.next_cursor}`);
  const ids = [...first.data, ...second.data].map(({ id }: Task) => id);
  expect(ids.slice(0, 3)).toEqual(created.toReversed());
});

test.each(NAMES)('every response of the %s has an id of its own', async (name) => {
  const answers = [await subjects[name].send('/v1/models'), await subjects[name].send('/v1/models')];
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(null);
});

interface Balance {
  readonly mode: string;
  readonly available: number;
  readonly reserved: number;
}

async function readBalance(subject: ContractSubject): Promise<Balance> {
  return (await subject.send('/v1/credits')).body;
}

test.each(
  NAMES.flatMap((name) => [
    [name, '', { status: 'completed', billing_status: 'charged', failed_reason: null }, 'spent'] as const,
    [name, '#sandbox:fail=content_rejected', { failed_reason: 'content_rejected' }, 'returned'] as const,
    [
      name,
      '#sandbox:timeout',
      { failed_reason: 'timed_out', billing_status: 'refunded' },
      'returned',
    ] as const,
    [name, '#sandbox:refund_failed', { billing_status: 'refund_failed' }, 'spent'] as const,
  ]),
)('the %s ends a task with %j as documented, and its credits are settled', async (...row) => {
  const [name, directive, ending, credits] = row;
  const subject = subjects[name];
  const before = await readBalance(subject);
  const body = subject.describe(`a calm sea ${directive}`);
  const created = await subject.send(GENERATIONS, { body });
  const price = created.body.credits;
  expect(price).toBeGreaterThan(0);
  expect(await subject.waitForEnd(created.body.taskId)).toMatchObject({ credits: price, ...ending });
  const after = await readBalance(subject);
  expect(before.available - after.available).toBe(credits === 'spent' ? price : 0);
});

test.each(NAMES)('the %s answers a read that prefers to wait when the task ends', async (name) => {
  const subject = subjects[name];
  const id = await subject.submit('a calm sea #sandbox:delay=0.5s');
  const read = (prefer: string) => subject.send(`/v1/tasks/${id}`, { headers: { prefer } });
  const ended = await read('wait=30');
  expect([ended.body.status, ended.headers.get('preference-applied')]).toEqual(['completed', 'wait=30']);
  expect(ended.headers.get('retry-after')).toBeNull();
  expect((await read('')).headers.get('preference-applied')).toBeNull();
});

test.each(NAMES)('the %s streams the states of a task to a reader that comes back', async (name) => {
  const subject = subjects[name];
  const id = await subject.submit('a calm sea #sandbox:delay=0.5s');
  const seen: string[] = [];
  let last: string | undefined;
  for (let status = 200; status !== 204; ) {
    const response = await subject.fetch(
      `/v1/tasks/${id}/events`,
      last === undefined ? {} : { 'last-event-id': last },
    );
    const text = await response.text();
    for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) seen.push(JSON.parse(data).status);
    last = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? last;
    status = response.status;
  }
  expect(seen.at(-1)).toBe('completed');
  expect(seen).toEqual(['queued', 'generating', 'completed'].filter((state) => seen.includes(state)));
});

test.each(NAMES)(
  'the %s lists the delivery of a callback, and the callback itself in the sandbox',
  async (name) => {
    const subject = subjects[name];
    const { position } = (await subject.send('/v1/sandbox/callbacks')).body;
    const id = await subject.submit('a calm sea', '/listed');
    await subject.receiver.waitForDeliveries('/listed', 1);
    await expect
      .poll(async () => (await subject.send(`/v1/tasks/${id}/deliveries`)).body.data)
      .toMatchObject([{ status: 'delivered', attempts: [{ number: 1, http_status: 200 }] }]);
    // The service shows a callback as soon as no earlier one can still appear.
    await expect
      .poll(async () => (await subject.send(`/v1/sandbox/callbacks?after=${position}`)).body.data)
      .toContainEqual(expect.objectContaining({ id, status: 'completed' }));
  },
);

test.each(NAMES)('every response of the %s announces the limits', async (name) => {
  const subject = subjects[name];
  const id = await subject.submit('a calm sea');
  const created = await subject.send(GENERATIONS, { body: subject.describe('x') });
  const paths = ['/v1/tasks', `/v1/tasks/${id}`, `/v1/tasks/${id}/deliveries`, '/v1/credits', '/v1/models'];
  const responses = [created, ...(await Promise.all(paths.map((path) => subject.send(path))))];
  for (const { headers } of responses) {
    expect(headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+/);
    expect(headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60/);
  }
});
