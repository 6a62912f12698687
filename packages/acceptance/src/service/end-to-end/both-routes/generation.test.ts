import type { Task, VideoGenerationRequest } from '@keyframe/client';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { decodeVideo } from '../decode-video.ts';
import { download, silentWav, useGenerations } from './generations.ts';

type Input = VideoGenerationRequest['input'];

const PROMPT = 'a red sun sinking into a calm sea';
const GENERATIONS = '/v1/videos/generations';
const RESULT_TTL_MS = 24 * 3_600_000;

const { harness, generate, generateResult } = useGenerations();

async function generateVideo(input: Input, apiKey?: string) {
  const { results } = await generateResult(input, apiKey);
  expect(results).toHaveLength(1);
  const { type, bytes } = await download(results[0]);
  expect(type).toBe('video/mp4');
  return { bytes, playback: await decodeVideo(bytes) };
}

test('a submission is answered at once, and its task is where Location says', {
  meta: { requirements: ['PUR-1', 'END-1', 'RES-30', 'OPEN-1', 'VER-1'] },
}, async () => {
  const { testKey: key } = harness().service;
  const body = { model: 'video-2-0', input: { prompt: `${PROMPT} #sandbox:delay=1s` } };
  const answer = await harness().send({ method: 'POST', path: GENERATIONS, key, body });
  expect(answer.status).toBe(202);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.body).toEqual({ taskId: expect.stringMatching(/./), credits: 50 });
  const path = answer.headers.get('location') ?? '';
  const { taskId } = answer.body as { taskId: string };
  expect(path).toBe(`/v1/tasks/${taskId}`);
  const record = await harness().send({ path, key });
  expect(record.status).toBe(200);
  expect(record.body).toMatchObject({ id: taskId, status: expect.stringMatching(/^(queued|generating)$/) });
});

test('PUR-5 every answer is JSON', async () => {
  const { testKey: key } = harness().service;
  const answers = await Promise.all([
    harness().send({ method: 'POST', path: GENERATIONS, key, body: {} }),
    harness().send({ path: '/v1/tasks/unknown', key }),
    harness().send({ path: '/v1/tasks/unknown' }),
  ]);
  for (const { headers } of answers) expect(headers.get('content-type')).toMatch(/^application\/json/);
});

test('a task goes from queued over generating to completed', {
  meta: { requirements: ['PUR-2', 'STA-3', 'RES-31', 'RES-38', 'OPEN-3', 'OPEN-6', 'OPEN-17'] },
}, async () => {
  const client = harness().client(harness().service.testKey);
  const startedAt = Math.floor(Date.now() / 1000);
  const { taskId, credits } = await client.videos.create({
    model: 'video-2-0-fast',
    input: { prompt: `${PROMPT} #sandbox:delay=1s` },
  });
  const seen: Task[] = [];
  await eventually('the task to be completed', async () => {
    const task = await client.tasks.get(taskId);
    if (task.status !== seen.at(-1)?.status) seen.push(task);
    return task.status === 'completed' ? task : undefined;
  });
  expect(seen.map(({ status }) => status).filter((status) => status !== 'queued')).toEqual([
    'generating',
    'completed',
  ]);
  for (const task of seen) {
    expect(task).toMatchObject({ id: taskId, model: 'video-2-0-fast', credits, failed_reason: null });
    expect(task.created_at).toBeGreaterThanOrEqual(startedAt);
    expect(task.created_at).toBeLessThanOrEqual(Date.now() / 1000);
    if (task.status !== 'completed') {
      expect(task).toMatchObject({ billing_status: 'reserved' });
      expect(task).not.toHaveProperty('data');
    }
  }
});

test('a completed task is charged and holds its result', {
  meta: {
    requirements: [
      'PUR-3',
      'STA-5',
      'RES-32',
      'RES-33',
      'RES-34',
      'RES-35',
      'RES-36',
      'RES-37',
      'OPEN-4',
      'OPEN-5',
    ],
  },
}, async () => {
  const task = await generate({ prompt: PROMPT });
  expect(task).toMatchObject({ status: 'completed', billing_status: 'charged', failed_reason: null });
  const { data } = task;
  expect(data?.results).toEqual([expect.stringMatching(/^http:\/\/.+\.mp4\b/)]);
  expect(data?.video_expires_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const expiresInMs = Date.parse(data?.video_expires_at ?? '') - Date.now();
  expect(expiresInMs).toBeGreaterThan(RESULT_TTL_MS - 60_000);
  expect(expiresInMs).toBeLessThanOrEqual(RESULT_TTL_MS);
  expect(data?.last_frame_url).toBeNull();
  expect(data?.processing_time).toBeGreaterThan(0);
  expect(data?.processing_time).toBeLessThan(60);
});

test('a prompt and a test key give a preview of 5 seconds with sound', {
  meta: { requirements: ['PUR-4', 'RES-7', 'RES-11', 'RES-14', 'RES-19', 'AUT-2', 'OPEN-22'] },
}, async () => {
  const { playback } = await generateVideo({ prompt: PROMPT });
  expect(playback).toMatchObject({ codec: 'h264', sound: { codec: 'aac' }, complaints: [] });
  expect(playback.duration).toBeCloseTo(5, 1);
  expect(playback.differentPictures).toBeGreaterThan(playback.pictures / 2);
});

test('a live key gets the duration, ratio and resolution asked for, with sound', {
  meta: { requirements: ['RES-11', 'RES-12', 'RES-13', 'RES-14'] },
}, async () => {
  const input: Input = { prompt: PROMPT, duration: 4, resolution: '480p', aspect_ratio: '16:9', seed: 7 };
  const { playback } = await generateVideo(input, harness().service.liveKey);
  expect(playback).toMatchObject({ codec: 'h264', width: 854, height: 480, complaints: [] });
  expect(playback.duration).toBeCloseTo(4, 1);
  expect(playback.pictures).toBeGreaterThanOrEqual(4 * 24 - 1);
  expect(playback.differentPictures).toBeGreaterThan(playback.pictures / 2);
  expect(playback.sound?.codec).toBe('aac');
  expect(playback.sound?.seconds).toBeCloseTo(4, 1);
});

test.each<['9:16' | '1:1' | '21:9', number]>([
  ['9:16', 9 / 16],
  ['1:1', 1],
  ['21:9', 21 / 9],
])('RES-12 the ratio %s is kept in a preview', async (aspect_ratio, want) => {
  const { playback } = await generateVideo({ prompt: PROMPT, duration: 4, aspect_ratio });
  expect(playback.width / playback.height).toBeCloseTo(want, 1);
});

test('RES-14 without generate_audio there is no sound', async () => {
  const { playback } = await generateVideo({ prompt: PROMPT, duration: 4, generate_audio: false });
  expect(playback.sound).toBeUndefined();
});

test('RES-18 the same seed gives the same video, another seed another', async () => {
  const [first, again, other] = await Promise.all(
    [7, 7, 4_294_967_295].map((seed) => generateVideo({ prompt: PROMPT, duration: 4, seed })),
  );
  expect(again?.bytes).toEqual(first?.bytes);
  expect(other?.bytes).not.toEqual(first?.bytes);
});

test('RES-15 RES-16 a watermark changes the picture; a web search may be requested', async () => {
  const input: Input = { prompt: PROMPT, duration: 4, seed: 7, web_search: true };
  const plain = await generateVideo({ ...input, watermark: false });
  const marked = await generateVideo({ ...input, watermark: true });
  expect(marked.bytes).not.toEqual(plain.bytes);
});

test('RES-17 RES-36 the last frame is a picture if it was requested', async () => {
  const data = await generateResult({ prompt: PROMPT, duration: 4, return_last_frame: true });
  const { type, bytes } = await download(data.last_frame_url);
  expect(type).toBe('image/png');
  expect(Buffer.from(bytes.subarray(1, 4)).toString('latin1')).toBe('PNG');
});

test.each([
  ['is too long together', '/long.wav', silentWav(16)],
  ['is of no known format', '/noise.wav', new TextEncoder().encode('not a sound')],
])(
  'audio that %s fails the task with invalid_material',
  { meta: { requirements: ['RES-10', 'OPEN-8', 'OPEN-11', 'ERR-6'] } },
  async (_, path, bytes) => {
    const { results } = await generateResult({ prompt: PROMPT, duration: 4 });
    const video = harness().receiver.serve('/reference.mp4', await download(results[0]));
    const audio = harness().receiver.serve(path, { type: 'audio/wav', bytes });
    const task = await generate({
      prompt: PROMPT,
      generation_type: 'reference-to-video',
      video_urls: [video],
      audio_urls: [audio],
    });
    expect(task).toMatchObject({
      status: 'failed',
      failed_reason: 'invalid_material',
      billing_status: 'refunded',
    });
  },
);

test('a link that was not made by the service leads nowhere', async () => {
  const { results } = await generateResult({ prompt: PROMPT, duration: 4 });
  const link = new URL(results[0] ?? '');
  link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 3600));
  expect((await fetch(link)).status).toBe(404);
});
