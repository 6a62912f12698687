import { Turns } from '@keyframe/fairness';
import { stageMiddleware } from '@keyframe/openapi-runtime/server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeBodyTurns } from './body-turns.ts';

// Turns that a test leaves waiting do not time out after it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const LARGE = 'x'.repeat(10_000);

/** Sends bodies to an app that answers when the test says so. */
function given() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const app = new Hono();
  app.post(
    '/:owner/:name',
    stageMiddleware(
      takeBodyTurns(new Turns({ total: 2, timeoutMs: 10_000 }), (context) => context.req.param('owner')),
    ),
    async (context) => {
      const name = context.req.param('name') ?? '';
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return context.text(`${(await context.req.text()).length}`);
    },
  );
  const send = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body, duplex: 'half', headers } as RequestInit);
  const sendText = (path: string, body: string) =>
    send(path, body, { 'content-length': String(body.length) });
  const end = (name: string) => ends.get(name)?.();
  return { begun, send, sendText, end };
}

test('large bodies of an owner wait for each other; small bodies and other owners do not wait', async () => {
  const { begun, sendText, end } = given();
  const first = sendText('/a/a1', LARGE);
  const second = sendText('/a/a2', LARGE);
  void sendText('/a/small', '{}');
  void sendText('/b/b1', LARGE);
  await expect.poll(() => begun).toEqual(expect.arrayContaining(['a1', 'small', 'b1']));
  expect(begun).not.toContain('a2');
  end('a1');
  expect(await (await first).text()).toBe('10000');
  await expect.poll(() => begun).toContain('a2');
  end('a2');
  expect(await (await second).text()).toBe('10000');
});

test('a body without a length counts as large, and takes no turn until it has arrived', async () => {
  const { begun, send, sendText } = given();
  const chunks = new TransformStream<Uint8Array, Uint8Array>();
  const writer = chunks.writable.getWriter();
  void send('/a/slow', chunks.readable, { 'transfer-encoding': 'chunked' });
  void writer.write(Buffer.from('{'));
  void sendText('/a/a1', LARGE);
  await expect.poll(() => begun).toEqual(['a1']);
  void writer.close();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1']);
});
