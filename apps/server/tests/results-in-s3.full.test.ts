import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner, useDatabase } from './support/database.ts';
import { askJson, type ServerProcess, startProcess } from './support/processes.ts';
import { type S3Server, startS3Server } from './support/s3-server.ts';

const connection = useDatabase();
let s3: S3Server;
let machines: Record<'api' | 'worker', string>;
let api: ServerProcess;
const running: ServerProcess[] = [];

/** Starts a server on a machine of its own: it shares PostgreSQL and the bucket with the others, and no folder. */
async function start(role: 'api' | 'worker', environment: Record<string, string> = {}) {
  const server = await startProcess({
    ROLE: role,
    DATABASE_URL: connection.url,
    KEYFRAME_DATA: machines[role],
    RATE_POLL: '1000',
    RESULT_TTL: '8s',
    ...s3.environment,
    ...environment,
  });
  running.push(server);
  return server;
}

beforeAll(async () => {
  s3 = await startS3Server();
  const folder = () => mkdtemp(join(tmpdir(), 'keyframe-machine-'));
  machines = { api: await folder(), worker: await folder() };
  [api] = await Promise.all([start('api'), start('worker')]);
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await s3[Symbol.asyncDispose]();
  await Promise.all(Object.values(machines).map((folder) => rm(folder, { recursive: true })));
});

interface Completed {
  readonly status: string;
  readonly data: { readonly results: readonly string[]; readonly last_frame_url: string | null };
}

test('API and worker on two machines share results in a bucket: ranges, expiry, then deleted', {
  meta: { requirements: ['RES-34', 'RES-36', 'LIM-4'] },
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const json = { model: 'video-2-0', input: { prompt: 'a calm sea', return_last_frame: true } };
  const { body } = await askJson(`${api.url}/v1/videos/generations`, { key, json });
  const record = async () =>
    (await askJson(`${api.url}/v1/tasks/${body.taskId}`, { key })).body as unknown as Completed;
  const ended = await eventually('the completed task', async () => {
    const task = await record();
    return task.status === 'completed' && task;
  });
  const ask = (url: string | null | undefined, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    return fetch(`${api.url}${pathname}${search}`, init);
  };
  const [video] = ended.data.results;
  const redirect = await ask(video, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store']);
  expect((await redirect.arrayBuffer()).byteLength).toBe(0);
  const presigned = redirect.headers.get('location') ?? '';
  expect(presigned.startsWith(`${s3.options.bucketUrl}/results/${body.taskId}/video.mp4?`)).toBe(true);
  const whole = await ask(video);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  const part = await ask(video, { headers: { range: 'bytes=4-7' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${bytes.length}`]);
  expect(await part.text()).toBe('ftyp');
  const beyond = await ask(video, { headers: { range: `bytes=${bytes.length}-` } });
  expect(beyond.status).toBe(416);
  const head = await ask(video, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  const frame = await ask(ended.data.last_frame_url);
  expect([frame.status, frame.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await ask(`${video}x`, { redirect: 'manual' })).status).toBe(404);
  expect((await fetch(presigned.replace('/video.mp4?', '/last-frame.png?'))).status).toBe(403);
  // The API has read nothing from the bucket: each file went to the client that followed the link.
  expect(s3.requests.filter((line) => /^(GET|HEAD) \/videos\/results\/[^?]* /.test(line))).toEqual([]);

  const gone = async () => (await ask(video)).status === 410;
  await eventually('the deletion of the result', gone);
  // The bucket's link ends in the same second.
  expect((await fetch(presigned)).status).toBe(403);
  expect((await record()).data).toMatchObject({ results: [], last_frame_url: null });
  const deleted = () => s3.requests.some((line) => /^DELETE .*\/video\.mp4 204$/.test(line));
  await eventually('the deletion in the bucket', deleted);
  // Neither machine keeps anything itself.
  expect(await readdir(machines.api)).toEqual([]);
  expect(await readdir(join(machines.worker, 'work'))).toEqual([]);
});

test.each([
  ['another secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, '403 SignatureDoesNotMatch'],
  ['a bucket that is away', { S3_BUCKET_URL: 'http://127.0.0.1:9/videos' }, 'S3_BUCKET_URL cannot be used: '],
  ['half of the settings', { S3_BUCKET_URL: '' }, 'S3_BUCKET_URL: is required with S3_ACCESS_KEY_ID'],
])('%s stops the start, and says why', async (_, environment, problem) => {
  await expect(start('worker', environment)).rejects.toThrow(problem);
});
