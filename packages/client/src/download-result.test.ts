import { createHandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED } from '../tests/support/records.ts';
import { createClient, type TaskWithResults } from './index.ts';

const FILE = { status: 200, body: 'the bytes of a video', headers: { 'content-type': 'video/mp4' } };

function completedWith(data: TaskWithResults['data']): TaskWithResults {
  return { id: 'task_1', data: { ...COMPLETED.data, ...data } };
}

function clientFor(url: string, clock = createHandClock()) {
  return createClient({
    apiKey: 'sk_test_key',
    baseUrl: url,
    clock,
    headers: { 'x-app': 'shop' },
    middleware: [() => Promise.reject(new Error('must not run'))],
  });
}

test('RES-34 a result streams from its link; neither key nor middleware go there', async () => {
  await using server = await startApiServer(FILE);
  const task = completedWith({ results: [`${server.url}/results/video.mp4?signature=abc`] });
  const response = await clientFor(server.url).results.download(task);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(await response.text()).toBe('the bytes of a video');
  expect(server.requests).toMatchObject([{ path: '/results/video.mp4?signature=abc' }]);
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  expect(server.requests[0]?.headers).not.toHaveProperty('x-app');
});

test('RES-36 the last frame is downloaded on request', async () => {
  await using server = await startApiServer(FILE);
  const task = completedWith({ last_frame_url: `${server.url}/frame.png` });
  await clientFor(server.url).results.download(task, { file: 'last_frame' });
  expect(server.requests).toMatchObject([{ path: '/frame.png' }]);
});

test('a store that is away for a moment is asked again', async () => {
  await using server = await startApiServer({ broken: 'before' }, { status: 503 }, FILE);
  const task = completedWith({ results: [`${server.url}/video.mp4`] });
  expect(await (await clientFor(server.url).results.download(task)).text()).toBe('the bytes of a video');
});

test.each<[string, TaskWithResults, RegExp]>([
  ['a failed task', { ...FAILED, data: undefined }, /task_1 has no result 0: the task is not completed/],
  ['an expired result', completedWith({ results: [] }), /expired/],
])('%s has nothing to download', async (_, task, message) => {
  const download = clientFor('http://127.0.0.1:1').results.download(task);
  await expect(download).rejects.toMatchObject({ code: 'result_unavailable', taskId: 'task_1' });
  await expect(download).rejects.toThrow(message);
});

test('a link that is refused is an error without its signature', async () => {
  await using server = await startApiServer({
    status: 403,
    body: 'expired',
    headers: { 'content-type': 'text/plain' },
  });
  const task = completedWith({ results: [`${server.url}/video.mp4?signature=abc`] });
  const download = clientFor(server.url).results.download(task);
  await expect(download).rejects.toMatchObject({ status: 403, url: `${server.url}/video.mp4` });
  await expect(download).rejects.not.toThrow(/signature/);
});

test('once a body has begun to arrive, the signal of the caller alone ends it', async () => {
  await using server = await startApiServer({ broken: 'stalled' });
  const task = completedWith({ results: [`${server.url}/video.mp4`] });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  const clock = createHandClock();
  const client = clientFor(server.url, clock);
  const response = await client.results.download(task, { signal: controller.signal });
  const body = response.text();
  // Longer than the timeout of an attempt.
  await clock.sleep(3_600_000);
  controller.abort(reason);
  await expect(body).rejects.toBe(reason);
});
