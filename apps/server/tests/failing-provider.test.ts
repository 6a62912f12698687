import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { components } from '@keyframe/contract';
import { eventually } from '@keyframe/test-kit';
import { startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../src/credits/ledger.queries.ts';
import { givenOwner } from './support/database.ts';
import { createFailingProvider, type FailingProvider } from './support/failing-provider.ts';
import { useServer } from './support/server.ts';

type Task = components['schemas']['Task'];

let receiver: TlsReceiver;
let provider: FailingProvider;

beforeAll(async () => {
  provider = await createFailingProvider();
  receiver = await startTlsReceiver();
});
afterAll(() => receiver.close());

const { connection, request, dataDirectory } = useServer(
  async () => ({ TASK_TIMEOUT: '6s', EGRESS_ALLOW: receiver.allow, EGRESS_CA: receiver.caFile }),
  { createProvider: async () => provider },
);

type Owner = Awaited<ReturnType<typeof givenOwner>>;

/** Submits a task with a callback; the first word of the prompt is the fault. */
async function submit(prompt: string, owner: Owner) {
  const json = {
    model: 'video-2-0',
    input: { prompt, duration: 5 },
    callback_url: `${receiver.url}/hook`,
  };
  const response = await request('/v1/videos/generations', { key: owner.key, json });
  const { taskId } = (await response.json()) as { taskId: string };
  const record = async () =>
    (await (await request(`/v1/tasks/${taskId}`, { key: owner.key })).json()) as Task;
  const callbacks = () => receiver.requests.filter(({ body }) => body.includes(taskId)).length;
  /** Waits for the end and its callback. */
  const ended = async () => {
    await eventually('the callback', () => callbacks() > 0);
    return record();
  };
  const files = () => readdir(join(dataDirectory(), 'results', taskId)).catch(() => []);
  return { taskId, record, ended, callbacks, files };
}

const readOwnBalance = ({ ownerId }: Owner) => readBalance(connection.database, ownerId, 'test');
const REFUNDED = { available: 100, reserved: 0 };

test.concurrent.each([
  'refuse',
  'crash',
  'kill-thread',
  'no-file',
  'empty-file',
  'no-video',
  'half-a-video',
  'no-last-frame',
])('STA-6 OPEN-11 a provider that does "%s" fails the task, which is refunded', async (fault) => {
  const owner = await givenOwner(connection, { mode: 'test', credits: 100 });
  const task = await submit(fault, owner);
  expect(await task.ended()).toMatchObject({
    status: 'failed',
    failed_reason: 'provider_failed',
    billing_status: 'refunded',
  });
  expect(await readOwnBalance(owner)).toEqual(REFUNDED);
  expect(await task.files()).toEqual([]);
});

test('STA-1 OPEN-7 a provider that hangs or answers late is timed out, keeps no slot, and changes nothing any more', async () => {
  // The credits pay for one task per slot of an owner.
  const owner = await givenOwner(connection, { mode: 'test', credits: 200 });
  const neighbor = await givenOwner(connection, { mode: 'test', credits: 200 });
  const tasks = await Promise.all([
    submit('hang', owner),
    submit('late', owner),
    submit('late', neighbor),
    submit('late-refusal', neighbor),
  ]);
  const before = await Promise.all(tasks.map((task) => task.ended()));
  for (const record of before) {
    expect(record).toMatchObject({ failed_reason: 'timed_out', billing_status: 'refunded' });
  }
  expect(await readOwnBalance(owner)).toEqual({ available: 200, reserved: 0 });
  expect(await readOwnBalance(neighbor)).toEqual({ available: 200, reserved: 0 });
  const next = await submit('a calm sea', owner);
  expect(await next.ended()).toMatchObject({ status: 'completed', billing_status: 'charged' });
  await provider.answerLate();
  expect(await Promise.all(tasks.map((task) => task.record()))).toEqual(before);
  for (const task of tasks) {
    expect(await task.files()).toEqual([]);
    expect(task.callbacks()).toBe(1);
  }
  expect(await readOwnBalance(owner)).toEqual({ available: 150, reserved: 0 });
  expect(await readOwnBalance(neighbor)).toEqual({ available: 200, reserved: 0 });
});

test('STA-1 STA-5 the second answer of a provider is neither charged, nor called back, nor served', async () => {
  const owner = await givenOwner(connection, { mode: 'test', credits: 100 });
  const task = await submit('twice', owner);
  const before = await task.ended();
  await provider.answerLate();
  const record = await task.record();
  expect(record).toEqual(before);
  if (record.status !== 'completed') throw new Error(`The task is ${record.status}.`);
  const { pathname, search } = new URL(record.data.results[0] ?? '');
  const served = await request(`${pathname}${search}`);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(provider.video));
  expect(await task.files()).toEqual(['video.mp4']);
  expect(task.callbacks()).toBe(1);
  expect(await readOwnBalance(owner)).toEqual({ available: 50, reserved: 0 });
});
