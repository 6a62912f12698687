import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { listPauses, type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED, GENERATING, QUEUED } from '../tests/support/records.ts';
import { createClient, TaskFailedError, type VideoGenerationRequest, WaitTimeoutError } from './index.ts';

const REQUEST: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } };
const ACCEPTED: ScriptedAnswer = { status: 202, body: { taskId: 'task_1', credits: 50 } };

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer {
  return { status: 200, body, headers };
}

async function against(...script: ScriptedAnswer[]) {
  const server = await startApiServer(...script);
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock, random: () => 0 });
  return { server, client, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('PUR-2 submits, waits and returns the completed task', async () => {
  await using subject = await against(ACCEPTED, ok(QUEUED), ok(COMPLETED));
  const accepted: unknown[] = [];
  const task = await subject.client.videos.generate(REQUEST, {
    onAccepted: (answer) => accepted.push(answer) as never,
  });
  expect(task.data.results).toEqual(COMPLETED.data?.results);
  expect(accepted).toEqual([{ taskId: 'task_1', credits: 50 }]);
  expect(subject.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
});

test('ERR-6 throws TaskFailedError with the reason and the record of a failed task', async () => {
  await using subject = await against(ACCEPTED, ok(FAILED));
  const thrown: unknown = await subject.client.videos.generate(REQUEST).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TaskFailedError);
  expect(thrown).toMatchObject({
    code: 'task_failed',
    message: 'Task task_1 failed: provider_failed.',
    reason: 'provider_failed',
    taskId: 'task_1',
    task: FAILED,
  });
});

test('one deadline bounds the submission and the wait; the error names the task, which continues', async () => {
  await using subject = await against(ACCEPTED, ok(GENERATING));
  const thrown: unknown = await subject.client.videos
    .generate(REQUEST, { waitTimeout: 25_000 })
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(WaitTimeoutError);
  expect(thrown).toMatchObject({ taskId: 'task_1', message: expect.stringContaining('within 25000 ms') });
  expect(subject.clock.now()).toBe(25_000);
});

test('the error of a deadline before the acceptance says so', async () => {
  await using server = await startApiServer({ silent: true });
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock });
  const ended = client.videos.generate(REQUEST, { waitTimeout: 5_000 }).catch((error: unknown) => error);
  await eventually('the submission', () => server.requests.length === 1);
  await clock.sleep(5_000);
  expect(await ended).toMatchObject({
    code: 'wait_timeout',
    taskId: undefined,
    message: 'The task was not accepted within 5000 ms.',
  });
});

test('an error of the wait names the accepted task', async () => {
  const revoked = { status: 401, body: { error: { code: 'invalid_api_key', message: 'Key revoked.' } } };
  await using subject = await against(ACCEPTED, revoked);
  await expect(subject.client.videos.generate(REQUEST)).rejects.toMatchObject({
    code: 'invalid_api_key',
    taskId: 'task_1',
  });
});

test('rejects with the reason of its signal when aborted, also during the wait', async () => {
  await using subject = await against(ACCEPTED, ok(GENERATING));
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  const generated = subject.client.videos.generate(REQUEST, {
    signal: controller.signal,
    onAccepted: () => controller.abort(reason),
  });
  await expect(generated).rejects.toBe(reason);
});

test('watch yields a record for each status, and ends with the task', async () => {
  await using subject = await against(ok(QUEUED), ok(QUEUED), ok(GENERATING), ok(GENERATING), ok(COMPLETED));
  const seen: string[] = [];
  for await (const { status } of subject.client.tasks.watch('task_1')) seen.push(status);
  expect(seen).toEqual(['queued', 'generating', 'completed']);
  expect(subject.server.requests).toHaveLength(5);
  // A poll that waits for the end of the task would miss the statuses before it.
  expect(subject.server.requests.map(({ headers }) => headers.prefer)).toEqual(Array(5).fill(undefined));
});

test('stops polling when the iteration is left', async () => {
  await using subject = await against(ok(QUEUED));
  for await (const { status } of subject.client.tasks.watch('task_1')) if (status === 'queued') break;
  expect(subject.server.requests).toHaveLength(1);
});

test('END-5 sends the next poll after the Retry-After of the record, unless an interval is configured', async () => {
  const script = [ok(QUEUED, { 'retry-after': '2' }), ok(GENERATING), ok(COMPLETED)];
  await using suggested = await against(...script);
  await suggested.client.tasks.wait('task_1');
  expect(listPauses(suggested.clock)).toEqual([2000, 10_000]);
  await using chosen = await against(...script);
  await chosen.client.tasks.wait('task_1', { pollInterval: 5000 });
  expect(chosen.clock.slept).toEqual([5000, 5000]);
});

test('ends a wait after an hour without a response', async () => {
  await using subject = await against({ broken: 'before' });
  await expect(subject.client.tasks.wait('task_1')).rejects.toMatchObject({ code: 'wait_timeout' });
  expect(subject.clock.now()).toBe(3_600_000);
});
