import { type ReceiverScript, startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { fakeTimers, nextResponse } from '../../tests/support/fake-timers.ts';
import { createEgress, type Egress, EgressError, type EgressRequest } from '../egress/index.ts';
import { attemptCallback, type CallbackRequest } from './send.ts';
import { createCallbackSecret, signCallback } from './sign.ts';

// Not as JSON.stringify writes it: what is stored is sent byte for byte.
const BODY = `{ "id": "task_1", "status": "failed", "created_at": 1800000000, "model": "video-2-0",
  "data": { "failed_reason": "provider_failed", "credits_refunded": 5 } }`;

function signWith(secrets: readonly string[]) {
  return (body: string) =>
    signCallback({ id: 'msg_1', body, timestamp: new Date(), secrets, keySeed: Buffer.alloc(32, 1) });
}

const sign = signWith([createCallbackSecret()]);

const TIMEOUT_MS = 15_000;

/** Makes one attempt at a receiver that answers by the script; `act` runs meanwhile. */
async function attempt(
  answer: ReceiverScript,
  changes: Partial<CallbackRequest> = {},
  act = async (_receiver: TlsReceiver) => {},
) {
  await using receiver = await startTlsReceiver({ answer });
  const egress = createEgress({ allow: [receiver.allow], caFile: receiver.caFile });
  const url = `${receiver.url}/hook`;
  const limits = { timeoutMs: TIMEOUT_MS };
  const attempted = attemptCallback({ egress, url, body: BODY, sign, ...limits, ...changes });
  await act(receiver);
  const outcome = await attempted;
  return { outcome, requests: receiver.requests };
}

test('OPEN-10 posts the stored bytes, which the receiver verifies', async () => {
  const secret = createCallbackSecret();
  const { outcome, requests } = await attempt({}, { sign: signWith([secret]) });
  expect(outcome).toEqual({ ok: true, httpStatus: 200, latencyMs: expect.any(Number) });
  const [request] = requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/hook',
    body: BODY,
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  });
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toEqual(JSON.parse(BODY));
});

test.each([
  ['no JSON', '{'],
  ['no status', '{}'],
  ['no event of the contract', BODY.replace('"credits_refunded": 5', '"credits_refunded": "5"')],
])('EVT-3 sends nothing that is %s', async (_what, body) => {
  const { outcome, requests } = await attempt({}, { body });
  expect(outcome).toMatchObject({ ok: false, errorClass: 'protocol' });
  expect(requests).toHaveLength(0);
});

test.each([200, 201, 202, 204, 299])('EVT-4 takes %s as delivered', async (status) => {
  expect((await attempt({ status })).outcome).toMatchObject({ ok: true, httpStatus: status });
});

test.each([400, 404, 410, 429, 500, 503, 999])('EVT-4 takes %s as not delivered', async (status) => {
  expect((await attempt({ status, body: 'no\0 thanks' })).outcome).toEqual({
    ok: false,
    httpStatus: status,
    errorClass: 'status',
    problem: `receiver returned ${status}, expected 2xx`,
    latencyMs: expect.any(Number),
    excerpt: 'no thanks',
  });
});

test.each([301, 302, 303, 307, 308])(
  'OPEN-19 does not follow a %s and takes it as not delivered',
  async (status) => {
    const { outcome, requests } = await attempt({ status, headers: { location: '/elsewhere' } });
    expect(outcome).toMatchObject({ ok: false, httpStatus: status });
    expect(requests.map((request) => request.path)).toEqual(['/hook']);
  },
);

test('gives up on a receiver that does not answer in time', async () => {
  using _ = fakeTimers();
  const { outcome } = await attempt({ isSilent: true }, {}, async (receiver) => {
    await receiver.waitForRequests(1);
    vi.advanceTimersByTime(TIMEOUT_MS);
  });
  expect(outcome).toMatchObject({
    ok: false,
    errorClass: 'timeout',
    problem: 'timed out after 15000 ms',
    latencyMs: TIMEOUT_MS,
  });
  expect(outcome).not.toHaveProperty('httpStatus');
});

test('gives up on a receiver that answers 200 and then drips past the timeout', async () => {
  using _ = fakeTimers();
  const { outcome } = await attempt({ dripEveryMs: 20 }, {}, async () => {
    await nextResponse();
    vi.advanceTimersByTime(TIMEOUT_MS);
  });
  expect(outcome).toMatchObject({ ok: false, httpStatus: 200, errorClass: 'timeout' });
});

test('takes a 2xx with more of a body than anyone reads as delivered', async () => {
  expect((await attempt({ body: 'x'.repeat(1_000_000) })).outcome).toMatchObject({
    ok: true,
    httpStatus: 200,
    excerpt: 'x'.repeat(500),
  });
});

test('keeps only the start of a long answer', async () => {
  const { outcome } = await attempt({ status: 500, body: 'x'.repeat(100_000) });
  expect(outcome).toMatchObject({ ok: false, excerpt: 'x'.repeat(500) });
});

test.each([
  ['https://127.0.0.1/', 'blocked_address'],
  ['https://localhost/', 'invalid_url'],
  ['http://hooks.example.com/', 'invalid_url'],
])('EVT-7 does not call %s', async (url, errorClass) => {
  const { outcome, requests } = await attempt({}, { url });
  expect(outcome).toMatchObject({ ok: false, errorClass });
  expect(requests).toHaveLength(0);
});

test('distinguishes a stopping process from a failing receiver', async () => {
  const stop = new AbortController();
  const { outcome } = await attempt({ isSilent: true }, { signal: stop.signal }, async (receiver) => {
    await receiver.waitForRequests(1);
    stop.abort();
  });
  expect(outcome).toMatchObject({ ok: false, errorClass: 'aborted' });
});

test('gives a receiver the time of the settings and 64 KiB', async () => {
  const requests: EgressRequest[] = [];
  const egress: Egress = {
    ...createEgress({ allow: [] }),
    request: async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), truncated: false };
    },
  };
  await attemptCallback({ egress, url: 'https://hooks.example.com/', body: BODY, sign, timeoutMs: 7_000 });
  expect(requests).toMatchObject([{ timeoutMs: 7_000, maxResponseBytes: 65_536, protocols: ['https:'] }]);
});

/** Makes one attempt through a way out that fails by itself. */
function attemptThatThrows(error: Error, signal?: AbortSignal) {
  const egress: Egress = { ...createEgress({ allow: [] }), request: () => Promise.reject(error) };
  return attemptCallback({
    egress,
    url: 'https://hooks.example.com/',
    body: BODY,
    sign,
    timeoutMs: 5_000,
    ...(signal && { signal }),
  });
}

test('an error that nobody expected is a failed attempt, and its text can be stored', async () => {
  expect(await attemptThatThrows(new TypeError('bad\0 header'))).toEqual({
    ok: false,
    errorClass: 'protocol',
    problem: 'bad header',
    latencyMs: expect.any(Number),
  });
});

test('a response that breaks the protocol can be stored as well', async () => {
  const error = new EgressError('tls', 'the certificate is for \0evil', { status: 200 });
  expect(await attemptThatThrows(error)).toMatchObject({
    ok: false,
    errorClass: 'tls',
    problem: 'the certificate is for evil',
    httpStatus: 200,
  });
});

test('no more than 500 characters of a problem are kept', async () => {
  const outcome = await attemptThatThrows(new EgressError('protocol', 'x'.repeat(300_000)));
  expect(outcome).toMatchObject({ ok: false, problem: 'x'.repeat(500) });
});

test('an error that nobody expected is no fault of the receiver once the process stops', async () => {
  const outcome = await attemptThatThrows(new Error('socket gone'), AbortSignal.abort());
  expect(outcome).toMatchObject({ ok: false, errorClass: 'aborted' });
});
