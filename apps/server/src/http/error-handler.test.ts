import { Writable } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from '../telemetry/log.ts';
import { answerMalformedRequest } from './error-handler.ts';

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
