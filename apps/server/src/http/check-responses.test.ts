import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from './access.ts';
import { checkResponses, type ResponseCheck } from './check-responses.ts';

const KEPT = {
  ...{ id: 'task_1', status: 'queued', created_at: 1_795_172_467, model: 'video-2-0' },
  ...{ billing_status: 'reserved', credits: 50, failed_reason: null },
};
const BROKEN = { ...KEPT, credits: -1, secret: 'of the answer' };
const HEADERS = { RateLimit: '"status";r=1', 'RateLimit-Policy': '"status";q=600;w=60' };

async function answer(mode: ResponseCheck, body: object, status: 200 | 201 = 200) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const app = new Hono<AppEnv>();
  app.use(async (context, next) => {
    context.header('Access-Control-Allow-Origin', '*');
    await next();
  });
  for (const middleware of checkResponses('getTask', { mode, log })) app.use(middleware);
  app.get('/', (context) => {
    context.header('Location', '/secret');
    return context.json(body, status, HEADERS);
  });
  const response = await app.request('/');
  return { response, text: await response.text(), log: lines.join('') };
}

test.each(['throw', 'report', 'off'] as const)(
  'RESPONSE_CHECK=%s leaves an answer that keeps the contract as it is',
  async (mode) => {
    const { response, text, log } = await answer(mode, KEPT);
    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toEqual(KEPT);
    expect(log).toBe('');
  },
);

test('throw answers a violation with a bare 500; its pointers are in the log, its values nowhere', async () => {
  const { response, text, log } = await answer('throw', BROKEN);
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    error: { code: 'internal_error', message: 'Internal server error. Retry later.' },
  });
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('ratelimit')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(JSON.parse(log)).toMatchObject({
    operationId: 'getTask',
    problems: [expect.stringMatching(/^body \/credits: /)],
  });
  expect(log).not.toContain('of the answer');
});

test('report logs a violation and sends it all the same, off sends it without a look', async () => {
  const reported = await answer('report', BROKEN);
  expect([reported.response.status, JSON.parse(reported.text)]).toEqual([200, BROKEN]);
  expect(reported.log).toContain('/credits');
  const unseen = await answer('off', BROKEN);
  expect([unseen.response.status, JSON.parse(unseen.text)]).toEqual([200, BROKEN]);
  expect(unseen.log).toBe('');
});

test('a status that the operation does not document is a violation', async () => {
  const { response, log } = await answer('throw', KEPT, 201);
  expect(response.status).toBe(500);
  expect(log).toContain('201 is not documented');
});
