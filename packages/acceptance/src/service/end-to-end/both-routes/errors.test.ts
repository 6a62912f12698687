import { InsufficientCreditsError, type VideoGenerationRequest } from '@keyframe/client';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Account, createAccount } from '../../../support/account.ts';
import { type Answered, type Harness, startHarness } from '../harness.ts';

const GENERATIONS = '/v1/videos/generations';
const IMAGE = 'https://example.com/image.png';
const VIDEO = 'https://example.com/video.mp4';
const AUDIO = 'https://example.com/audio.wav';
/** The shortest task that is over at once. */
const QUICK: VideoGenerationRequest = {
  model: 'video-2-0',
  input: { prompt: 'a calm sea #sandbox:fail=quick' },
};
const QUICK_PRICE = 50;
const CREATE_LIMIT = 40;
const STATUS_LIMIT = 60;

let harness: Harness;
let account: Account;

beforeAll(async () => {
  harness = await startHarness(inject('route'), {
    RATE_CREATE: String(CREATE_LIMIT),
    RATE_STATUS: String(STATUS_LIMIT),
    RATE_POLL: '6',
  });
  account = await createAccount(harness.service.operator);
});
afterAll(() => harness?.[Symbol.asyncDispose]());
afterEach(() => expect(harness.takeProblems()).toEqual([]));

function submit(body: unknown, key = account.key, headers: Record<string, string> = {}): Promise<Answered> {
  return harness.send({ method: 'POST', path: GENERATIONS, key, headers, body });
}

async function newKey(scopes?: string[]): Promise<string> {
  return (await harness.service.operator.createKey(account.ownerId, 'test', scopes)).key;
}

function error(code: string, extra: object = {}) {
  return { error: { code, message: expect.stringMatching(/./), ...extra } };
}

function withInput(input: object): object {
  return { model: 'video-2-0', input: { prompt: 'a calm sea #sandbox:fail=quick', ...input } };
}

function many(url: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${url}?${index}`);
}

const image = (input: object) => withInput({ generation_type: 'image-to-video', ...input });
const reference = (input: object) => withInput({ generation_type: 'reference-to-video', ...input });

const invalid: [string, unknown, string][] = [
  ['RES-3 no model', { input: QUICK.input }, 'model'],
  ['RES-3 an unknown model', { ...QUICK, model: 'video-9' }, 'model'],
  ['RES-5 no input', { model: 'video-2-0' }, 'input'],
  ['RES-5 an input that is no object', { model: 'video-2-0', input: 'a calm sea' }, 'input'],
  ['RES-6 no prompt', { model: 'video-2-0', input: {} }, 'prompt'],
  ['RES-6 an empty prompt', withInput({ prompt: '' }), 'prompt'],
  ['RES-7 an unknown mode', withInput({ generation_type: 'audio-to-video' }), 'generation_type'],
  ['RES-11 a duration of 3', withInput({ duration: 3 }), 'duration'],
  ['RES-11 a duration of 16', withInput({ duration: 16 }), 'duration'],
  ['RES-11 a duration of 4.5', withInput({ duration: 4.5 }), 'duration'],
  ['RES-12 a ratio of 2:1', withInput({ aspect_ratio: '2:1' }), 'aspect_ratio'],
  ['RES-13 a resolution of 360p', withInput({ resolution: '360p' }), 'resolution'],
  ['RES-14 a generate_audio of 1', withInput({ generate_audio: 1 }), 'generate_audio'],
  ['RES-15 a watermark of "yes"', withInput({ watermark: 'yes' }), 'watermark'],
  ['RES-16 a web_search of null', withInput({ web_search: null }), 'web_search'],
  ['RES-17 a return_last_frame of "no"', withInput({ return_last_frame: 'no' }), 'return_last_frame'],
  ['RES-18 a seed of -2', withInput({ seed: -2 }), 'seed'],
  ['RES-18 a seed of 4294967296', withInput({ seed: 4_294_967_296 }), 'seed'],
  ['RES-20 image-to-video without images', image({}), 'image_urls'],
  ['RES-20 image-to-video with none', image({ image_urls: [] }), 'image_urls'],
  ['RES-8 RES-20 image-to-video with 3 images', image({ image_urls: many(IMAGE, 3) }), 'image_urls'],
  ['RES-20 images that are no array', image({ image_urls: IMAGE }), 'image_urls'],
  ['RES-8 an image that is no URL', image({ image_urls: ['image.png'] }), 'image_urls'],
  ['RES-8 10 reference images', reference({ image_urls: many(IMAGE, 10) }), 'image_urls'],
  ['RES-9 4 reference videos', reference({ video_urls: many(VIDEO, 4) }), 'video_urls'],
  ['RES-10 4 audios', reference({ image_urls: [IMAGE], audio_urls: many(AUDIO, 4) }), 'audio_urls'],
  ['RES-22 references without materials', reference({}), 'image_urls'],
  ['RES-22 audio alone', reference({ audio_urls: [AUDIO] }), 'image_urls'],
  [
    'RES-24 13 materials',
    reference({ image_urls: many(IMAGE, 9), video_urls: many(VIDEO, 3), audio_urls: [AUDIO] }),
    '12',
  ],
  ['RES-4 a callback_url over HTTP', { ...QUICK, callback_url: 'http://example.com/' }, 'callback_url'],
  ['RES-4 a callback_url that is no URL', { ...QUICK, callback_url: 'example' }, 'callback_url'],
  ['RES-4 EVT-7 a private callback_url', { ...QUICK, callback_url: 'https://10.0.0.1/' }, 'callback_url'],
  ['RES-4 EVT-7 a loopback callback_url', { ...QUICK, callback_url: 'https://127.0.0.1/' }, 'callback_url'],
  ['RES-4 EVT-7 a loopback IPv6 callback_url', { ...QUICK, callback_url: 'https://[::1]/' }, 'callback_url'],
  [
    'RES-4 EVT-7 a link-local callback_url',
    { ...QUICK, callback_url: 'https://169.254.169.254/' },
    'callback_url',
  ],
];

test.each(invalid)(
  '%s is invalid_request and names its location',
  { meta: { requirements: ['ERR-1', 'ERR-5', 'END-2'] } },
  async (_, body, location) => {
    const answer = await submit(body, await keyWithRoom());
    expect(answer).toMatchObject({ status: 400, body: error('invalid_request') });
    expect(JSON.stringify(answer.body)).toContain(location);
  },
);

let room = { key: '', left: 0 };

/** Gives a key whose limit is not reached; every refused request counts. */
async function keyWithRoom(): Promise<string> {
  if (room.left === 0) room = { key: await newKey(), left: CREATE_LIMIT };
  room.left -= 1;
  return room.key;
}

test('RES-24 12 materials are accepted, 9 images, 2 videos and 1 audio', async () => {
  const body = reference({ image_urls: many(IMAGE, 9), video_urls: many(VIDEO, 2), audio_urls: [AUDIO] });
  expect(await submit(body)).toMatchObject({ status: 202 });
});

test('OPEN-16 unknown fields are ignored', async () => {
  const body = { ...withInput({ colour: 'blue' }), priority: 9 };
  expect(await submit(body)).toMatchObject({ status: 202 });
});

test('RES-2 another Content-Type is invalid_request', async () => {
  const answer = await submit(JSON.stringify(QUICK), account.key, { 'content-type': 'text/plain' });
  expect(answer).toMatchObject({ status: 400, body: error('invalid_request') });
});

test('a request without a key is invalid_api_key', {
  meta: { requirements: ['RES-1', 'AUT-3', 'END-2', 'END-4'] },
}, async () => {
  for (const request of [{ method: 'POST', path: GENERATIONS, body: QUICK }, { path: '/v1/tasks/task_1' }]) {
    const answer = await harness.send(request);
    expect(answer).toMatchObject({ status: 401, body: error('invalid_api_key') });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  }
});

test.each(['sk_test_unknown', 'sk_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'nonsense'])(
  'AUT-3 the key %s is invalid_api_key',
  async (key) => {
    expect(await submit(QUICK, key)).toMatchObject({ status: 401, body: error('invalid_api_key') });
    expect(await harness.send({ path: '/v1/tasks/task_1', key })).toMatchObject({
      status: 401,
      body: error('invalid_api_key'),
    });
  },
);

test('AUT-2 AUT-3 a key says its mode, works, and no longer works once it is revoked', async () => {
  const { id, key } = await harness.service.operator.createKey(account.ownerId, 'live');
  expect(key).toMatch(/^sk_live_/);
  expect(account.key).toMatch(/^sk_test_/);
  expect(await submit({}, key)).toMatchObject({ status: 400 });
  await harness.service.operator.revokeKey(id);
  expect(await submit({}, key)).toMatchObject({ status: 401, body: error('invalid_api_key') });
});

test('a key without the scope is forbidden', {
  meta: { requirements: ['AUT-4', 'OPEN-9', 'END-2', 'END-4'] },
}, async () => {
  const { taskId } = await harness.client(account.key).videos.create(QUICK);
  const [creator, reader] = await Promise.all([newKey(['videos:create']), newKey(['tasks:read'])]);
  const path = `/v1/tasks/${taskId}`;
  expect(await submit(QUICK, reader)).toMatchObject({ status: 403, body: error('forbidden') });
  expect(await harness.send({ path, key: creator })).toMatchObject({ status: 403, body: error('forbidden') });
  expect(await submit(QUICK, creator)).toMatchObject({ status: 202 });
  expect(await harness.send({ path, key: reader })).toMatchObject({ status: 200 });
});

test('a task is seen by every key of its owner and by no other', {
  meta: { requirements: ['END-3', 'AUT-5', 'OPEN-22'] },
}, async () => {
  const { taskId } = await harness.client(account.key).videos.create(QUICK);
  const live = await harness.service.operator.createKey(account.ownerId, 'live');
  const path = `/v1/tasks/${taskId}`;
  expect(await harness.send({ path, key: live.key })).toMatchObject({ status: 200, body: { id: taskId } });
  const foreign = await harness.send({ path, key: harness.service.testKey });
  expect(foreign).toMatchObject({ status: 404, body: error('not_found') });
  const unknown = await harness.send({ path: '/v1/tasks/task_unknown', key: account.key });
  expect(unknown).toMatchObject({ status: 404, body: error('not_found') });
});

test('STA-4 ERR-2 without enough credits nothing is accepted, and the response contains the required credits', async () => {
  const poor = await createAccount(harness.service.operator, { credits: QUICK_PRICE - 1 });
  const thrown = await harness
    .client(poor.key)
    .videos.create(QUICK)
    .catch((cause: unknown) => cause);
  expect(thrown).toBeInstanceOf(InsufficientCreditsError);
  expect(thrown).toMatchObject({
    code: 'insufficient_credits',
    status: 402,
    required: QUICK_PRICE,
    available: QUICK_PRICE - 1,
  });
  const { test: balance } = await harness.service.operator.balances(poor.ownerId);
  expect(balance).toEqual({ available: QUICK_PRICE - 1, reserved: 0 });
});

test('submissions over the limit are rate_limited, refused ones counted', {
  meta: { requirements: ['LIM-1', 'ERR-3', 'ERR-4', 'ERR-5', 'OPEN-12', 'OPEN-18'] },
}, async () => {
  const key = await newKey();
  for (let count = 0; count < CREATE_LIMIT; count += 1) await submit({}, key);
  const answer = await submit({}, key);
  expect(answer).toMatchObject({ status: 429, body: error('rate_limited') });
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(answer.body).toMatchObject({ error: { retry_after: retryAfter } });
  expect(await submit(QUICK, await newKey())).toMatchObject({ status: 202 });
});

test('LIM-2 OPEN-13 status queries have a limit of their own, above that of submissions', async () => {
  const key = await newKey();
  const ask = () => harness.send({ path: '/v1/tasks/task_unknown', key });
  for (let count = 0; count < STATUS_LIMIT; count += 1) expect((await ask()).status).toBe(404);
  const answer = await ask();
  expect(answer).toMatchObject({ status: 429, body: error('rate_limited') });
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await submit(QUICK, key)).toMatchObject({ status: 202 });
});

test('END-5 OPEN-13 a task may be polled 6 times in a minute', async () => {
  const { taskId } = await harness.client(account.key).videos.create(QUICK);
  const key = await newKey(['tasks:read']);
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    statuses.push((await harness.send({ path: `/v1/tasks/${taskId}`, key })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('OPEN-18 the key is checked before its scope, the scope before the body, the body before the credits', async () => {
  const poor = await createAccount(harness.service.operator, { credits: 0 });
  const reader = await newKey(['tasks:read']);
  expect((await harness.send({ method: 'POST', path: GENERATIONS, body: {} })).status).toBe(401);
  expect((await submit({}, reader)).status).toBe(403);
  expect((await submit({}, poor.key)).status).toBe(400);
  expect((await submit(QUICK, poor.key)).status).toBe(402);
});

test('OPEN-23 the same Idempotency-Key and body give the first task again and reserve nothing', async () => {
  const client = harness.client(account.key);
  const first = await client.videos.create(QUICK, { idempotencyKey: 'order-1' });
  expect(await client.videos.create(QUICK, { idempotencyKey: 'order-1' })).toEqual(first);
  expect(await client.videos.create(QUICK, { idempotencyKey: 'order-2' })).not.toEqual(first);
  const reused = await submit(withInput({ duration: 4 }), account.key, { 'idempotency-key': 'order-1' });
  expect(reused).toMatchObject({ status: 400, body: error('invalid_request') });
});
