import { createHandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED } from '../tests/support/records.ts';
import { createClient, type TaskWithResults } from './index.ts';

const FILE = { status: 200, body: 'the bytes of a video', headers: { 'content-type': 'video/mp4' } };

function completedWith(data: TaskWithResults['data']): TaskWithResults {
  return { id: 'task_1', data: { ...COMPLETED.data, ...data } };
}

function createStoreClient(url: string, clock = createHandClock()) {
  return createClient({
    apiKey: 'sk_test_key',
    baseUrl: url,
    clock,
    headers: { 'x-app': 'shop' },
    middleware: [() => Promise.reject(new Error('must not run'))],
  });
}

test('RES-34 streams a result from its link without key and middleware', async () => {
  await using server = await startApiServer(FILE);
  const task = completedWith({ results: [`${server.url}/results/video.mp4?signature=abc`] });
  const response = await createStoreClient(server.url).results.download(task);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(await response.text()).toBe('the bytes of a video');
  expect(server.requests).toMatchObject([{ path: '/results/video.mp4?signature=abc' }]);
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  expect(server.requests[0]?.headers).not.toHaveProperty('x-app');
});

test('RES-36 downloads the last frame on request', async () => {
  await using server = await startApiServer(FILE);
  const task = completedWith({ last_frame_url: `${server.url}/frame.png` });
  await createStoreClient(server.url).results.download(task, { file: 'last_frame' });
  expect(server.requests).toMatchObject([{ path: '/frame.png' }]);
});

test('retries a store that is temporarily unavailable', async () => {
  await using server = await startApiServer({ broken: 'before' }, { status: 503 }, FILE);
  const task = completedWith({ results: [`${server.url}/video.mp4`] });
  expect(await (await createStoreClient(server.url).results.download(task)).text()).toBe(
    'the bytes of a video',
  );
});

test.each<[string, TaskWithResults, RegExp]>([
  ['a failed task', { ...FAILED, data: undefined }, /task_1 has no result 0: the task is not completed/],
  ['an expired result', completedWith({ results: [] }), /expired/],
])('rejects %s, which has no result', async (_, task, message) => {
  const download = createStoreClient('http://127.0.0.1:1').results.download(task);
  await expect(download).rejects.toMatchObject({ code: 'result_unavailable', taskId: 'task_1' });
  await expect(download).rejects.toThrow(message);
});

test('omits the signature of a rejected link from the error', async () => {
  await using server = await startApiServer({
    status: 403,
    body: 'expired',
    headers: { 'content-type': 'text/plain' },
  });
  const task = completedWith({ results: [`${server.url}/video.mp4?signature=abc`] });
  const download = createStoreClient(server.url).results.download(task);
  await expect(download).rejects.toMatchObject({ status: 403, url: `${server.url}/video.mp4` });
  await expect(download).rejects.not.toThrow(/signature/);
});

test('ends a started download only by the signal of the caller', async () => {
  await using server = await startApiServer({ broken: 'stalled' });
  const task = completedWith({ results: [`${server.url}/video.mp4`] });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  const clock = createHandClock();
  const client = createStoreClient(server.url, clock);
  const response = await client.results.download(task, { signal: controller.signal });
  const body = response.text();
  // Longer than the timeout of an attempt.
  await clock.sleep(3_600_000);
  controller.abort(reason);
  await expect(body).rejects.toBe(reason);
});
