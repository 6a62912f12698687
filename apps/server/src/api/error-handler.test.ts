import { Writable } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { TurnTimeoutError } from '@keyframe/fairness';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLog, logOptions } from '../telemetry/log.ts';
import type { AppEnv } from './app-env.ts';
import { answerMalformedRequest, handleError } from './error-handler.ts';

async function readAnswer(error: unknown) {
  const logged: string[] = [];
  const sink = new Writable({
    write: (line, _, done) => {
      logged.push(String(line));
      done();
    },
  });
  const response = answerMalformedRequest(pino(logOptions('info'), sink))(error);
  return { status: response.status, body: await response.json(), logged };
}

test('ERR-1 a malformed request is answered with the one error body, and not logged', async () => {
  expect(await readAnswer(new RequestError('Invalid host header'))).toEqual({
    status: 400,
    body: { error: { code: 'invalid_request', message: 'Malformed request: Invalid host header.' } },
    logged: [],
  });
});

test('ERR-1 any other error is a fault of the server: it is logged, and its text is kept from the answer', async () => {
  const { status, body, logged } = await readAnswer(new Error('a secret broke'));
  expect(status).toBe(500);
  expect(body).toEqual({ error: { code: 'internal_error', message: 'Internal server error. Retry later.' } });
  expect(logged).toEqual([expect.stringContaining('a secret broke')]);
});

test('OPEN-12 the response to a request whose turn timed out contains when to retry', async () => {
  const app = new Hono<AppEnv>();
  app.onError(handleError(createLog('silent')));
  app.get('/', () => {
    throw new TurnTimeoutError('No turn of the owner came within 10000 ms.');
  });
  const response = await app.request('/');
  expect([response.status, response.headers.get('retry-after')]).toEqual([500, '5']);
  const message = 'The request waited too long for its turn. Retry after 5 seconds.';
  expect(await response.json()).toEqual({ error: { code: 'internal_error', message, retry_after: 5 } });
});
