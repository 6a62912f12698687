// Vercel's AI SDK before the real service, with the provider that its users install.
import { createKeyframe } from '@keyframe/ai-sdk-provider';
import {
  APICallError,
  experimental_generateVideo as generateVideo,
  experimental_getVideoStatus as getVideoStatus,
  type JSONValue,
  experimental_startVideo as startVideo,
} from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createAccount } from '../../support/account.ts';
import { type Harness, startHarness } from './harness.ts';

const POLL = { intervalMs: 100, timeoutMs: 240_000 };
const VIDEO = { prompt: 'a lighthouse at dusk', duration: 4, resolution: '854x480' } as const;
const CREDITS = 1000;
/** The price of 4 seconds of 480p. */
const PRICE = 20;

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness('direct');
});
afterAll(() => harness?.[Symbol.asyncDispose]());

type Settings = NonNullable<Parameters<typeof createKeyframe>[0]>;

const createModel = (account: Account, settings: Settings = {}) =>
  createKeyframe({ apiKey: account.key, baseUrl: harness.service.url, ...settings }).video('video-2-0');

const createOwner = () => createAccount(harness.service.operator, { credits: CREDITS });

async function readSpentCredits({ ownerId }: Account): Promise<number> {
  const { test: balance } = await harness.service.operator.balances(ownerId);
  return CREDITS - balance.available;
}

const readFormat = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(4, 8));

test('the SDK polls a task and returns its video from a private host', {
  meta: { requirements: ['END-3'] },
}, async () => {
  const account = await createOwner();
  const { video, warnings } = await generateVideo({
    ...VIDEO,
    model: createModel(account),
    fps: 30,
    poll: POLL,
  });
  expect(readFormat(video.uint8Array)).toBe('ftyp');
  expect(video.mediaType).toBe('video/mp4');
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'fps' }]);
  expect(await readSpentCredits(account)).toBe(PRICE);
});

/** A webhook factory whose address is the receiver's; `forge` changes the body that arrives. */
function createWebhook(path: string, forge: (body: string) => string = (body) => body) {
  return async () => ({
    url: harness.receiver.url + path,
    received: harness.receiver.waitForDeliveries(path, 1).then(([delivery]) => ({
      headers: delivery?.headers as Record<string, string>,
      body: JSON.parse(forge(delivery?.body ?? '')) as JSONValue,
    })),
  });
}

test('the SDK continues after a callback that the service signed', {
  meta: { requirements: ['EVT-1'] },
}, async () => {
  const account = await createOwner();
  const model = createModel(account, { webhookSecrets: [account.callbackSecret] });
  const { video } = await generateVideo({ ...VIDEO, model, webhook: createWebhook('/ai-sdk'), poll: POLL });
  expect(readFormat(video.uint8Array)).toBe('ftyp');
});

test('the SDK rejects a callback that was changed on its way', async () => {
  const account = await createOwner();
  const model = createModel(account, { webhookSecrets: [account.callbackPublicKey] });
  const webhook = createWebhook('/forged', (body) => body.replace('completed', 'Completed'));
  await expect(generateVideo({ ...VIDEO, model, webhook, poll: POLL })).rejects.toThrow(/signature/i);
});

test('a webhook without a secret to verify it is refused before it costs anything', async () => {
  const account = await createOwner();
  const call = generateVideo({
    ...VIDEO,
    model: createModel(account),
    webhook: createWebhook('/never'),
    poll: POLL,
  });
  await expect(call).rejects.toThrow('Pass webhookSecrets to createKeyframe to verify callbacks.');
  expect(await readSpentCredits(account)).toBe(0);
});

test('two lost responses to a submission are one task and one debit', {
  meta: { requirements: ['OPEN-23'] },
}, async () => {
  const account = await createOwner();
  const submissions: { key: string | null; isReplayed: boolean }[] = [];
  const loseTwoResponses = async (request: Request) => {
    const response = await fetch(request);
    if (request.method !== 'POST') return response;
    const isReplayed = response.headers.has('idempotent-replayed');
    submissions.push({ key: request.headers.get('idempotency-key'), isReplayed });
    if (submissions.length <= 2) throw new TypeError('The connection was lost.');
    return response;
  };
  const model = createModel(account, { fetch: loseTwoResponses });
  await generateVideo({ ...VIDEO, model, poll: POLL });
  expect(submissions.map(({ isReplayed }) => isReplayed)).toEqual([false, true, true]);
  expect(new Set(submissions.map(({ key }) => key))).toEqual(new Set([expect.stringMatching(/^aisdk_vid_/)]));
  expect(await readSpentCredits(account)).toBe(PRICE);
});

test('another model reads the status of a video by its stored operation', {
  meta: { requirements: ['END-3'] },
}, async () => {
  const account = await createOwner();
  const started = await startVideo({ ...VIDEO, model: createModel(account) });
  const stored: JSONValue = JSON.parse(JSON.stringify(started.operation));
  const model = createModel(account);
  const read = () => getVideoStatus(model, { operation: stored });
  await expect.poll(async () => (await read()).status, { timeout: 240_000, interval: 200 }).toBe('completed');
  expect(await read()).toMatchObject({ videos: [{ type: 'binary', mediaType: 'video/mp4' }] });
});

test('a failed task is an error with its reason, and an error of the service has its status', {
  meta: { requirements: ['STA-4'] },
}, async () => {
  const account = await createOwner();
  const model = createModel(account);
  const failing = { ...VIDEO, prompt: 'a storm #sandbox:fail=content_rejected' };
  await expect(generateVideo({ ...failing, model, poll: POLL })).rejects.toThrow(
    /^Task task_\w+ failed: content_rejected\.$/,
  );
  const refused = generateVideo({ ...VIDEO, duration: 99, model, poll: POLL });
  await expect(refused).rejects.toSatisfy(
    (error) => APICallError.isInstance(error) && error.statusCode === 400 && !error.isRetryable,
  );
  expect(await readSpentCredits(account)).toBe(0);
});
