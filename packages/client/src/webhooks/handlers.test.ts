// Each handler in its framework, over HTTP, because each framework parses bodies differently.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type ServerType, serve } from '@hono/node-server';
import { eventually } from '@keyframe/test-kit';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type CallbackEvent,
  createCallbackHandler,
  expressHandler,
  fastifyHandler,
  type HandlerOptions,
  honoHandler,
  nextHandler,
  signCallback,
} from '../webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const EVENT: CallbackEvent = {
  id: 'task_1',
  status: 'failed',
  created_at: 1_700_000_000,
  model: 'video-2-0',
  data: { failed_reason: 'provider_failed', credits_refunded: 50 },
};
const PATH = '/callbacks';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function getUrl(server: Server | ServerType): Promise<string> {
  stops.push(() => new Promise((closed) => server.close(closed)));
  if (!server.listening) await new Promise<void>((ready) => server.once('listening', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
}

/** Starts a receiver and returns its URL. */
type Start = (options: HandlerOptions) => Promise<string>;

const startHono: Start = (options) => {
  const app = new Hono();
  app.onError((error, context) => context.text(error.name, 500));
  app.post(PATH, honoHandler(options));
  return getUrl(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }));
};

/** Runs a route handler like Next: with a Request, returning a Response. */
const startNext: Start = (options) => {
  const POST = nextHandler(options);
  const fetch = (request: Request) =>
    POST(request).catch((error: Error) => new Response(error.name, { status: 500 }));
  return getUrl(serve({ fetch, port: 0, hostname: '127.0.0.1' }));
};

const startExpress: Start = (options) => {
  const app = express();
  app.post(PATH, expressHandler(options));
  app.use(express.json());
  return getUrl(app.listen(0, '127.0.0.1'));
};

const startExpressRaw: Start = (options) => {
  const app = express();
  app.use(express.raw({ type: 'application/json' }));
  app.post(PATH, expressHandler(options));
  return getUrl(app.listen(0, '127.0.0.1'));
};

const startNode: Start = (options) => {
  const handle = expressHandler(options);
  return getUrl(
    createServer((request, response) => {
      // Its status is 500 by then.
      handle(request, response).catch(() => undefined);
    }).listen(0, '127.0.0.1'),
  );
};

const startFastify: Start = async (options) => {
  const app = fastify();
  app.register(fastifyHandler({ path: PATH, ...options }));
  app.post('/json', async ({ body }) => ({ body }));
  stops.push(() => app.close());
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}${PATH}`;
};

const frameworks: [string, Start][] = [
  ['Hono', startHono],
  ['Next', startNext],
  ['Express', startExpress],
  ['Express behind express.raw', startExpressRaw],
  ['http of Node', startNode],
  ['Fastify', startFastify],
];

async function post(url: string, { body, headers }: { body: string; headers: Record<string, string> }) {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

test.each(frameworks)(
  'EVT-4 EVT-6 %s: a callback is handled once, however often it is delivered',
  async (_, start) => {
    const handled: CallbackEvent[] = [];
    const url = await start({ secrets: [SECRET], onEvent: (event) => handled.push(event) });
    const deliveries = await Promise.all([
      signCallback(EVENT, { secret: SECRET }),
      signCallback(EVENT, { secret: SECRET, id: 'msg_2' }),
    ]);
    const answers = await Promise.all([...deliveries, ...deliveries].map((delivery) => post(url, delivery)));
    expect(answers).toEqual(Array(4).fill({ status: 200, text: '{"received":true}' }));
    expect(handled).toEqual([EVENT]);
  },
);

test.each(frameworks)(
  'EVT-6 %s: what could not be handled is answered 500, and handled when it is delivered again',
  async (_, start) => {
    let failing = true;
    const handled: string[] = [];
    const url = await start({
      secrets: [SECRET],
      async onEvent({ id }) {
        if (failing) throw new Error('the database is away');
        handled.push(id);
      },
    });
    const delivery = await signCallback(EVENT, { secret: SECRET });
    expect((await post(url, delivery)).status).toBe(500);
    failing = false;
    expect((await post(url, delivery)).status).toBe(200);
    expect(handled).toEqual(['task_1']);
  },
);

test.each(frameworks)(
  'OPEN-10 %s: rejects a forged callback with 400 and does not handle it',
  async (_, start) => {
    const handled: CallbackEvent[] = [];
    const url = await start({ secrets: [SECRET], onEvent: (event) => handled.push(event) });
    const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
    const { status, text } = await post(url, await signCallback(EVENT, { secret: other }));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      received: false,
      message: 'No signature matches: check the secrets, and that the body is as received.',
    });
    expect((await post(url, { body: '', headers: {} })).status).toBe(400);
    expect(handled).toEqual([]);
  },
);

test.each(frameworks)(
  '%s: a malformed secret is answered 500, so that the callback comes again',
  async (_, start) => {
    const url = await start({ secrets: ['whsec_***'], onEvent: () => undefined });
    expect((await post(url, await signCallback(EVENT, { secret: SECRET }))).status).toBe(500);
  },
);

test('Express: throws ConfigurationError for a body that express.json() parsed', async () => {
  const app = express();
  const problems: unknown[] = [];
  const handle = expressHandler({ secrets: [SECRET], onEvent: () => undefined });
  app.use(express.json());
  app.post(PATH, (request, response, next) =>
    handle(request, response, (error) => {
      problems.push(error);
      next(error);
    }),
  );
  const url = await getUrl(app.listen(0, '127.0.0.1'));
  expect((await post(url, await signCallback(EVENT, { secret: SECRET }))).status).toBe(500);
  expect(problems).toMatchObject([{ code: 'configuration_invalid' }]);
});

test('Fastify: does not affect JSON parsing of other routes', async () => {
  const url = await startFastify({ secrets: [SECRET], onEvent: () => undefined });
  const { text } = await post(new URL('/json', url).href, {
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(text)).toEqual({ body: { a: 1 } });
});

test('rejects a body over 1 MB before buffering it', async () => {
  const url = await startNode({ secrets: [SECRET], onEvent: () => undefined });
  const { headers } = await signCallback(EVENT, { secret: SECRET });
  const answer = await post(url, { body: ' '.repeat(2_000_000), headers });
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('larger than 1 MB') });
});

test('EVT-6 a delivery during the handling of another of the same task shares its outcome', async () => {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  let calls = 0;
  const options = {
    secrets: [SECRET],
    onEvent: () => {
      calls += 1;
      entered.resolve();
      return gate.promise;
    },
  };
  const handle = createCallbackHandler(options);
  const delivery = await signCallback(EVENT, { secret: SECRET });
  const first = handle(delivery);
  await entered.promise;
  const verify = vi.spyOn(crypto.subtle, 'verify');
  const second = handle(delivery);
  // By the next turn of the event loop the second delivery is verified and has joined the first.
  await eventually('the verification', () => verify.mock.settledResults[0]?.type === 'fulfilled');
  await setImmediate();
  verify.mockRestore();
  gate.reject(new Error('the database is away'));
  await expect(Promise.allSettled([first, second])).resolves.toMatchObject([
    { reason: { message: 'the database is away' } },
    { reason: { message: 'the database is away' } },
  ]);
  expect(calls).toBe(1);
});
