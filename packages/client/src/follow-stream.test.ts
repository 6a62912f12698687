import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type ScriptedAnswer, startStreamingServer } from '../tests/support/api-server.ts';
import { COMPLETED, GENERATING, QUEUED } from '../tests/support/records.ts';
import { createClient } from './index.ts';

const ok = (body: unknown): ScriptedAnswer => ({ status: 200, body });
const write = (...tasks: readonly { status: string }[]) =>
  tasks.map((task) => `event: task\nid: ${task.status}\ndata: ${JSON.stringify(task)}\n\n`).join('');

async function against(streams: readonly ScriptedAnswer[], polls: readonly ScriptedAnswer[] = []) {
  const server = await startStreamingServer(streams, polls);
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock, random: () => 0 });
  const listRequests = () => server.requests.map(({ method, path }) => `${method} ${path}`);
  return {
    server,
    client,
    clock,
    listRequests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const STREAM = 'GET /v1/tasks/task_1/events';
const POLL = 'GET /v1/tasks/task_1';

test('a wait is one request of the event stream', async () => {
  await using subject = await against([{ events: write(QUEUED, GENERATING, COMPLETED), end: 'never' }]);
  expect(await subject.client.tasks.wait('task_1')).toEqual(COMPLETED);
  expect(subject.listRequests()).toEqual([STREAM]);
  expect(subject.server.requests[0]?.headers.accept).toBe('text/event-stream');
  expect(subject.clock.slept).toEqual([]);
});

test('watch yields each state of the stream', async () => {
  await using subject = await against([{ events: write(QUEUED, GENERATING, COMPLETED) }]);
  const seen: string[] = [];
  for await (const { status } of subject.client.tasks.watch('task_1')) seen.push(status);
  expect(seen).toEqual(['queued', 'generating', 'completed']);
});

test('a stream that breaks is continued after the state that was seen last', async () => {
  await using subject = await against([
    { events: write(QUEUED), end: 'broken' },
    { events: `retry: 700\n${write(GENERATING)}`, end: 'broken' },
    { events: write(COMPLETED) },
  ]);
  expect(await subject.client.tasks.wait('task_1')).toEqual(COMPLETED);
  expect(subject.server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([
    undefined,
    'queued',
    'generating',
  ]);
  expect(subject.clock.slept).toEqual([2000, 700]);
});

test('a stream that breaks without progress is not requested again', async () => {
  await using subject = await against(
    [{ events: write(QUEUED) }, { events: ':\n\n', end: 'broken' }],
    [ok(COMPLETED)],
  );
  expect(await subject.client.tasks.wait('task_1')).toEqual(COMPLETED);
  expect(subject.listRequests()).toEqual([STREAM, STREAM, POLL]);
});

const refusal = (status: number): ScriptedAnswer => ({ status, body: 'no' });

test.each<[string, ScriptedAnswer]>([
  ['404', refusal(404)],
  ['405', refusal(405)],
  ['406', refusal(406)],
  ['429', { status: 429, body: { error: { code: 'rate_limited', message: 'Too many.', retry_after: 10 } } }],
  ['500', refusal(500)],
  ['the page of a proxy', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ['a lost connection', { broken: 'before' }],
  ['data that is no JSON', { events: 'event: task\nid: queued\ndata: {\n\n' }],
])('polls when the stream is answered with %s, and submits once', async (_, answer) => {
  const accepted = { status: 202, body: { taskId: 'task_1', credits: 50 } };
  await using subject = await against([answer], [accepted, ok(GENERATING), ok(COMPLETED)]);
  const request = { model: 'video-2-0', input: { prompt: 'a calm sea' } } as const;
  await subject.client.videos.generate(request);
  expect(subject.listRequests()).toEqual(['POST /v1/videos/generations', STREAM, POLL, POLL]);
  expect(subject.server.requests.at(-1)?.headers.prefer).toBe('wait=50');
});

test('a proxy that holds the stream back costs one query, and polls take over', async () => {
  await using subject = await against([{ events: ':\n\n', end: 'never' }], [ok(QUEUED), ok(COMPLETED)]);
  const wait = subject.client.tasks.wait('task_1');
  await eventually('the stream', () => subject.listRequests().length === 1);
  await eventually('the poll', async () => {
    await subject.clock.sleep(1_000);
    return subject.listRequests().length > 1;
  });
  expect(await wait).toEqual(COMPLETED);
  expect(subject.listRequests()).toEqual([STREAM, POLL, POLL]);
  expect(subject.clock.now()).toBeGreaterThanOrEqual(10_000);
});

test('the end of the task is found although the connection is dead', async () => {
  const stream: ScriptedAnswer = { events: write(GENERATING), end: 'never' };
  await using subject = await against([stream], [ok(GENERATING), ok(COMPLETED)]);
  const wait = subject.client.tasks.wait('task_1');
  await eventually('two polls', async () => {
    await subject.clock.sleep(subject.listRequests().length === 0 ? 0 : 10_000);
    return subject.listRequests().length === 3;
  });
  expect(await wait).toEqual(COMPLETED);
  expect(subject.listRequests()).toEqual([STREAM, POLL, POLL]);
});

test('ends with the reason of an abort while the stream is silent', async () => {
  await using subject = await against([{ events: write(QUEUED), end: 'never' }]);
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const seen: string[] = [];
  const watch = (async () => {
    const options = { signal: controller.signal };
    for await (const { status } of subject.client.tasks.watch('task_1', options)) {
      seen.push(status);
      setImmediate(() => controller.abort(reason));
    }
  })();
  await expect(watch).rejects.toBe(reason);
  expect(seen).toEqual(['queued']);
});
