import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { unwrapCallback } from '@keyframe/client/webhooks';
import { freePort } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { forwardCallback } from './forward-callback.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const EVENT = {
  id: 'task_1',
  status: 'failed',
  created_at: 1_795_172_400,
  model: 'video-2-0',
  data: { failed_reason: 'timed_out', credits_refunded: 20 },
} as const;

test('waits for a receiver that does not listen yet, which then verifies one callback', async () => {
  const port = await freePort();
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => unwrapCallback({ body, headers: request.headers }, { secrets: [SECRET] }))
      .then((event) => {
        received.push([request.headers['webhook-id'], event]);
        response.writeHead(204).end();
      });
  });
  const { signal } = new AbortController();
  const onRefused = () => server.listen(port, '127.0.0.1');
  const url = `http://127.0.0.1:${port}/hook`;
  expect(await forwardCallback(EVENT, { url, secret: SECRET, signal, onRefused })).toEqual({
    httpStatus: 204,
  });
  expect(received).toEqual([['msg_1', EVENT]]);
  server.close();
});

test('a connection that breaks off is reported, not repeated: the receiver may have seen the callback', async () => {
  const port = await freePort();
  let requests = 0;
  const server = createServer((request) => {
    requests += 1;
    request.destroy();
  }).listen(port, '127.0.0.1');
  const { signal } = new AbortController();
  const url = `http://127.0.0.1:${port}/hook`;
  const result = await forwardCallback(EVENT, { url, secret: SECRET, signal, onRefused: () => undefined });
  expect(result).toMatchObject({ problem: expect.stringContaining('fetch failed') });
  expect(requests).toBe(1);
  server.close();
});
