import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from '@keyframe/test-kit';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HeldKey } from '../auth/key-memory.ts';
import { LeasedBucket } from '../auth/leased-bucket.ts';
import type { Submission, SubmissionOutcome } from '../tasks/submit.ts';
import { createLog } from '../telemetry/log.ts';
import { createSubmissionListener } from './submission-listener.ts';

const PATH = '/v1/videos/generations';
const VALID = {
  model: 'video-2-0',
  input: { prompt: 'A lighthouse', duration: 5, aspect_ratio: '16:9', resolution: '720p' },
};
const permits = new LeasedBucket('a', 600, 'own_1');
const HELD: HeldKey = {
  keyId: 'key_1',
  ownerId: 'own_1',
  mode: 'live',
  readMs: 0,
  expiresMs: 0,
  permits,
  ownerPermits: permits,
};

interface Given {
  readonly outcome?: SubmissionOutcome | Error;
  /** Results of the lookups of the key, in their order. */
  readonly found?: readonly (HeldKey | undefined)[];
}

/** Starts a listener whose app answers 299 with the body that it reads. */
async function start({ outcome, found }: Given = {}) {
  const submissions: Submission[] = [];
  const lookups = [...(found ?? [])];
  let uses = 0;
  const app = new Hono().all('*', async ({ req }) => new Response(await req.text(), { status: 299 }));
  const listener = await createSubmissionListener(
    {
      submissionKeys: {
        find: (token) =>
          found === undefined ? (token === 'sk_live_held' ? HELD : undefined) : lookups.shift(),
        use: () => {
          uses += 1;
        },
      },
      submitTask: async (submission) => {
        submissions.push(submission);
        if (outcome instanceof Error) throw outcome;
        return outcome ?? { kind: 'accepted', taskId: 'task_1', credits: 7 };
      },
      egress: { check: (url) => (url.includes('internal') ? 'must be public' : null) },
      log: createLog('silent'),
      rates: { create: 600 },
      publicUrl: 'http://localhost',
      allowedHosts: [],
    },
    getRequestListener(app.fetch),
  );
  const server = await listen(createServer(listener));
  const send = async ({
    path = PATH,
    method = 'POST',
    headers = {},
    body = JSON.stringify(VALID) as string | ReadableStream,
  } = {}) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: 'Bearer sk_live_held', 'content-type': 'application/json', ...headers },
      duplex: 'half',
      ...(method === 'POST' && { body }),
    } as RequestInit);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return {
    submissions,
    send,
    countUses: () => uses,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('a valid submission of a held key is counted and answered without the app', async () => {
  await using listener = await start();
  const { status, headers, body } = await listener.send();
  expect([status, JSON.parse(body)]).toEqual([202, { taskId: 'task_1', credits: 7 }]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json',
    'content-security-policy': expect.any(String),
    location: '/v1/tasks/task_1',
    ratelimit: expect.stringMatching(/^"create";r=\d+;t=\d+$/),
    'ratelimit-policy': '"create";q=600;w=60',
    'retry-after': '10',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(listener.countUses()).toBe(1);
  expect(listener.submissions).toMatchObject([
    { ownerId: 'own_1', submitter: 'key_1', mode: 'live', seed: -1, idempotency: undefined },
  ]);
});

test('a repeated submission is marked, and its body is compared as it was sent', async () => {
  await using listener = await start({ outcome: { kind: 'repeated', taskId: 'task_0', credits: 7 } });
  const { status, headers } = await listener.send({ headers: { 'idempotency-key': 'one' } });
  expect([status, headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  expect(listener.submissions[0]?.idempotency).toEqual({ key: 'one', body: VALID });
});

test.each([
  ['another path', { path: `${PATH}?dry=1` }],
  ['another method', { method: 'GET' }],
  ['another key', { headers: { authorization: 'Bearer sk_live_other' } }],
  ['another scheme', { headers: { authorization: 'Basic sk_live_held' } }],
  ['a page', { headers: { origin: 'https://a.example' } }],
  ['a large body', { body: JSON.stringify({ ...VALID, metadata: 'x'.repeat(4_096) }) }],
  ['a body without a length', { body: new Blob([JSON.stringify(VALID)]).stream() }],
])('a submission of %s is the app’s, and is not counted', async (_, request) => {
  await using listener = await start();
  expect((await listener.send(request)).status).toBe(299);
  expect([listener.countUses(), listener.submissions]).toEqual([0, []]);
});

test.each([
  ['its body is invalid', { body: '{"model":"none"}' }],
  ['its body is no JSON', { body: '{' }],
  ['its media type is another', { headers: { 'content-type': 'text/plain' } }],
  ['its Idempotency-Key is too long', { headers: { 'idempotency-key': 'x'.repeat(256) } }],
])('the app reads and counts a submission if %s', async (_, request: { body?: string; headers?: object }) => {
  await using listener = await start();
  const { status, body } = await listener.send(request);
  expect([status, body]).toEqual([299, request.body ?? JSON.stringify(VALID)]);
  expect([listener.countUses(), listener.submissions]).toEqual([0, []]);
});

test('the app answers a submission whose key was revoked while its body arrived', async () => {
  await using listener = await start({ found: [HELD, undefined] });
  expect((await listener.send()).status).toBe(299);
  expect([listener.countUses(), listener.submissions]).toEqual([0, []]);
});

test.each([
  [402, 'insufficient_credits', { outcome: { kind: 'insufficient_credits', required: 7, available: 1 } }],
  [400, 'invalid_request', { outcome: { kind: 'idempotency_key_reused' } }],
  [429, 'rate_limited', { outcome: { kind: 'too_many_failures', retryAfterSeconds: 60 } }],
  [500, 'internal_error', { outcome: new Error('broken') }],
] satisfies [number, string, Given][])(
  'a refusal with %i is counted and answered',
  async (status, code, given) => {
    await using listener = await start(given);
    const { headers, ...answer } = await listener.send();
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
    expect(headers.get('retry-after')).toBe(status === 429 ? '60' : null);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('ratelimit')).toMatch(/^"create"/);
    expect(listener.countUses()).toBe(1);
  },
);

test('RES-4 a forbidden URL is refused', async () => {
  await using listener = await start();
  const { status, body } = await listener.send({
    body: JSON.stringify({ ...VALID, callback_url: 'https://internal.example/' }),
  });
  expect([status, JSON.parse(body).error.message]).toEqual([400, 'callback_url: must be public']);
  expect(listener.submissions).toEqual([]);
});
