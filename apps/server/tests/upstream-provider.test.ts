import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { GenerationRequest } from '@keyframe/generation-provider';
import { listen } from '@keyframe/test-kit';
import { createUpstreamProvider } from '@keyframe/upstream-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgress } from '../src/egress/index.ts';
import { createUpstreamPorts } from '../src/generation/upstream-ports.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenOwner } from './support/database.ts';
import { sampleMp4, samplePng } from './support/sample-media.ts';
import { useServices } from './support/services.ts';
import { givenTask, INPUT } from './support/task.ts';

const { connection } = useServices();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-upstream-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

type Answer = { readonly status: number; readonly body: unknown };

/** Starts a service that answers each request of a path with the next of its answers; the last one stays. */
async function startUpstream(answers: Readonly<Record<string, Answer[]>>) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = `${request.method} ${request.url}`;
    requests.push(`${path} ${await text(request)}`.trim());
    const script = answers[path] ?? [];
    const { status, body } = (script.length > 1 ? script.shift() : script[0]) ?? { status: 404, body: {} };
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type }).end(isFile ? body : JSON.stringify(body));
  });
  const listening = await listen(server);
  return { url: `http://127.0.0.1:${listening.port}`, port: listening.port, requests, listening };
}

const SUBMIT = 'POST /v1/videos/generations';
const POLL = 'GET /v1/tasks/task_there';
const ACCEPTED = { status: 202, body: { taskId: 'task_there', credits: 1 } };
const error = (status: number, code: string) => ({ status, body: { error: { code, message: code } } });
const record = (status: string, rest: object = {}) => ({
  status: 200,
  body: { id: 'task_there', status, ...rest },
});
/** Links hold the upstream's address, which is known only once it runs. */
const completed = (results: string[], lastFrame: string | null = null) =>
  record('completed', { data: { results, last_frame_url: lastFrame } });

interface GenerateOptions {
  readonly allow: boolean;
  readonly taskId: string;
  /** Folder of the files; that of these tests by default. */
  readonly videoFolder: string;
  readonly frameFolder: string;
}

/** Has a task made by such an upstream, polling every 20 ms. */
async function generate(
  answers: (url: string) => Record<string, Answer[]>,
  { allow = true, taskId = '', ...folders }: Partial<GenerateOptions> = {},
) {
  const script: Record<string, Answer[]> = {};
  const upstream = await startUpstream(script);
  await using _listening = upstream.listening;
  Object.assign(script, answers(upstream.url));
  const owner = await givenOwner(connection);
  const id = taskId === '' ? await givenTask(connection, owner) : taskId;
  const provider = createUpstreamProvider({
    ...createUpstreamPorts({
      database: connection.database,
      log: createLog('silent'),
      egress: createEgress({ allow: allow ? [`127.0.0.1:${upstream.port}`] : [] }),
    }),
    publicUrl: 'http://localhost',
    settings: { url: upstream.url, key: 'sk_live_key', callbackSecrets: [] },
    previews: {
      slots: { all: 1, perOwner: 1 },
      close: async () => {},
      generate: () => Promise.reject(new Error('no preview was requested')),
    },
    pollIntervalMs: 20,
  });
  const request: GenerationRequest = {
    taskId: id,
    model: 'video-2-0',
    input: INPUT,
    seed: 4_294_967_295,
    fidelity: 'full',
    materials: { imagePaths: [], videoPaths: [], audioPaths: [], pictureRatio: null },
    videoPath: join(folders.videoFolder ?? directory, `${id}.mp4`),
    lastFramePath: join(folders.frameFolder ?? directory, `${id}.png`),
  };
  const options = { signal: AbortSignal.timeout(200_000), onProgress: () => {} };
  const [outcome] = await Promise.allSettled([provider.generate(request, options)]);
  await provider.close();
  return { outcome, request, id, requests: upstream.requests };
}

test('without callbacks it polls until the end and fetches the reported files', async () => {
  const [video, frame] = [await sampleMp4(1), await samplePng()];
  const { outcome, request, requests } = await generate((url) => ({
    [SUBMIT]: [ACCEPTED],
    [POLL]: [record('queued'), record('generating'), completed([`${url}/v.mp4`], `${url}/f.png`)],
    'GET /v.mp4': [{ status: 200, body: video }],
    'GET /f.png': [{ status: 200, body: frame }],
  }));
  expect(outcome).toEqual({ status: 'fulfilled', value: { hasLastFrame: true } });
  expect(new Uint8Array(await readFile(request.videoPath))).toEqual(new Uint8Array(video));
  const [submission = '', ...rest] = requests;
  expect(JSON.parse(submission.slice(SUBMIT.length))).toEqual({
    model: 'video-2-0',
    input: {
      generation_type: 'text-to-video',
      prompt: INPUT.prompt,
      duration: 5,
      resolution: '720p',
      aspect_ratio: 'adaptive',
      generate_audio: true,
      watermark: false,
      web_search: false,
      return_last_frame: false,
      seed: 4_294_967_295,
    },
  });
  expect(rest).toEqual([POLL, POLL, POLL, 'GET /v.mp4', 'GET /f.png']);
});

test('polls a task that upstream has accepted instead of submitting it again', async () => {
  const video = { status: 200, body: await sampleMp4(1) };
  const first = await generate(() => ({ [SUBMIT]: [ACCEPTED], [POLL]: [error(404, 'not_found')] }));
  expect(first.outcome).toMatchObject({ reason: { reason: 'provider_failed' } });
  const again = await generate((url) => ({ [POLL]: [completed([`${url}/v.mp4`])], 'GET /v.mp4': [video] }), {
    taskId: first.id,
  });
  expect(again.outcome).toEqual({ status: 'fulfilled', value: { hasLastFrame: false } });
  expect(again.requests).toEqual([POLL, 'GET /v.mp4']);
});

test('a key that is revoked after the submission is waited for: the video is paid for', async () => {
  const { outcome } = await generate(() => ({
    [SUBMIT]: [ACCEPTED],
    [POLL]: [error(401, 'invalid_api_key'), record('failed', { failed_reason: 'content_rejected' })],
  }));
  expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'content_rejected' } });
});

test.each([
  ['insufficient_credits', 402],
  ['invalid_api_key', 401],
  ['invalid_request', 400],
] as const)('a submission refused with %s fails the task at once', async (code, status) => {
  const { outcome, requests } = await generate(() => ({ [SUBMIT]: [error(status, code)] }));
  expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'provider_failed' } });
  expect(requests).toHaveLength(1);
});

const page = Buffer.from('<!doctype html>');

test.each([
  { what: 'a page instead of a video', answer: { status: 200, body: page }, says: 'cannot be used' },
  { what: 'a link that is gone', answer: { status: 410, body: {} }, says: 'returned 410' },
  {
    what: 'a link into a private network',
    answer: { status: 200, body: page },
    allow: false,
    says: 'public',
  },
])('$what fails the task', async ({ answer, allow = true, says }) => {
  const { outcome } = await generate(
    (url) => ({ [SUBMIT]: [ACCEPTED], [POLL]: [completed([`${url}/v.mp4`])], 'GET /v.mp4': [answer] }),
    { allow },
  );
  const reason = { reason: 'provider_failed', message: expect.stringContaining(says) };
  expect(outcome).toMatchObject({ status: 'rejected', reason });
});

test('omits a last frame that is unavailable', async () => {
  const video = { status: 200, body: await sampleMp4(1) };
  const { outcome } = await generate((url) => ({
    [SUBMIT]: [ACCEPTED],
    [POLL]: [completed([`${url}/v.mp4`], `${url}/f.png`)],
    'GET /v.mp4': [video],
  }));
  expect(outcome).toEqual({ status: 'fulfilled', value: { hasLastFrame: false } });
});

test('retries a video as long as its server is away, a last frame only a limited time', async () => {
  const away = error(503, 'internal_error');
  const video = { status: 200, body: await sampleMp4(1) };
  const { outcome, requests } = await generate((url) => ({
    [SUBMIT]: [ACCEPTED],
    [POLL]: [completed([`${url}/v.mp4`], `${url}/f.png`)],
    'GET /v.mp4': [away, away, away, away, away, away, video],
    'GET /f.png': [away],
  }));
  expect(outcome).toEqual({ status: 'fulfilled', value: { hasLastFrame: false } });
  expect(requests.filter((line) => line === 'GET /v.mp4')).toHaveLength(7);
});

test.each(['videoFolder', 'frameFolder'] as const)(
  'a %s that takes no file is no failure of the task: its job goes back',
  async (folder) => {
    const [video, frame] = [await sampleMp4(1), await samplePng()];
    const { outcome } = await generate(
      (url) => ({
        [SUBMIT]: [ACCEPTED],
        [POLL]: [completed([`${url}/v.mp4`], `${url}/f.png`)],
        'GET /v.mp4': [{ status: 200, body: video }],
        'GET /f.png': [{ status: 200, body: frame }],
      }),
      { [folder]: join(directory, 'nowhere') },
    );
    const reason = { code: 'generation_interrupted', cause: { code: 'ENOENT' } };
    expect(outcome).toMatchObject({ status: 'rejected', reason });
  },
);
