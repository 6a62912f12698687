import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { eventually, listen } from '@keyframe/test-kit';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { Subscriber, TaskChange } from '../tasks/task-changes.ts';
import { createHttpServer } from './http-server.ts';
import { createTurns } from './request-turns.ts';
import { type WaitEnv, WaitingRequests } from './waiting-requests.ts';

const DECISION = { allowed: true, remaining: 5, resetSeconds: 30 };
const FIRST_PASS = { requestId: 'req_1', decision: DECISION, taskDecision: DECISION };

interface Behavior {
  readonly ms?: number;
  readonly hasRoom?: boolean;
  /** Runs after the request has begun to wait, while the app still handles it. */
  readonly afterParking?: (notify: (change: TaskChange) => void) => void;
}

/** Starts an app whose only route waits; `notify` reports changes of its task. */
async function givenApp({ ms = 60_000, hasRoom = true, afterParking = () => {} }: Behavior = {}) {
  const subscribers = new Set<Subscriber>();
  const notify = (change: TaskChange) => {
    for (const subscriber of subscribers) subscriber.notify(change);
  };
  const waitingRequests = new WaitingRequests({
    subscribe(_, subscriber) {
      if (!hasRoom) return undefined;
      subscribers.add(subscriber);
      return { end: () => subscribers.delete(subscriber) };
    },
  });
  const passes: string[] = [];
  const app = new Hono<WaitEnv>();
  app.use(waitingRequests.middleware);
  app.use(async (context, next) => {
    await next();
    context.header('x-step', 'after');
  });
  app.get('/', (context) => {
    const resumed = context.get('resumed');
    passes.push(resumed === undefined ? 'first' : 'second');
    if (resumed !== undefined)
      return context.text(`${resumed.requestId}, ${resumed.decision.remaining} left`);
    const firstPass = { ...FIRST_PASS, startedMs: context.get('startedMs') };
    const wait = { ownerId: 'own_1', taskId: 'task_1', ms };
    const parked = waitingRequests.park(context.env, firstPass, wait);
    if (parked !== undefined) context.set('parked', parked);
    afterParking(notify);
    return context.text('not waited', 200, { 'x-first': 'yes' });
  });
  const listener = getRequestListener(app.fetch);
  waitingRequests.resumeWith(listener);
  const server = await listen(
    createHttpServer(listener, { requestTimeoutMs: 10_000, takeTurn: createTurns() }),
  );
  onTestFinished(() => server[Symbol.asyncDispose]());
  const untilWaiting = () => eventually('the waiting request', () => subscribers.size === 1);
  return { app, url: server.url, notify, passes, subscribers, untilWaiting };
}

/** Sends a request and returns its answer: status, body, and the headers that the app set. */
async function send(url: string, signal?: AbortSignal) {
  const response = await fetch(url, signal === undefined ? {} : { signal });
  const { headers } = response;
  return [response.status, await response.text(), headers.get('x-step'), headers.get('x-first')];
}

const ANSWERED = [200, 'req_1, 5 left', 'after', null];

test.each(['ended', 'closed'] as const)('a change to %s resumes the request, once', async (change) => {
  const { url, notify, passes, subscribers, untilWaiting } = await givenApp();
  const answer = send(url);
  await untilWaiting();
  notify('started');
  expect(subscribers.size).toBe(1);
  notify(change);
  notify(change);
  expect(await answer).toEqual(ANSWERED);
  expect([passes, subscribers.size]).toEqual([['first', 'second'], 0]);
});

test('the end of its time resumes the request', async () => {
  const { url, passes, subscribers } = await givenApp({ ms: 20 });
  expect(await send(url)).toEqual(ANSWERED);
  expect([passes, subscribers.size]).toEqual([['first', 'second'], 0]);
});

test('a wait that ends while the app still handles the request is resumed after that', async () => {
  const { url, passes } = await givenApp({ afterParking: (notify) => notify('ended') });
  expect(await send(url)).toEqual(ANSWERED);
  expect(passes).toEqual(['first', 'second']);
});

test('a client that has gone ends the wait without a second pass', async () => {
  const { url, passes, subscribers, untilWaiting } = await givenApp();
  const controller = new AbortController();
  const answer = send(url, controller.signal).catch((error: Error) => error.name);
  await untilWaiting();
  controller.abort();
  expect(await answer).toBe('AbortError');
  await eventually('the end of the wait', () => subscribers.size === 0);
  expect(passes).toEqual(['first']);
});

test('without room, a request gets the answer of its first pass', async () => {
  const { url, passes } = await givenApp({ hasRoom: false });
  expect(await send(url)).toEqual([200, 'not waited', 'after', 'yes']);
  expect(passes).toEqual(['first']);
});

test('a HEAD request gets the headers of its first pass at once', async () => {
  const { url, passes, subscribers } = await givenApp();
  const { status, headers } = await fetch(url, { method: 'HEAD' });
  expect([status, headers.get('x-first'), headers.get('x-hono-already-sent')]).toEqual([200, 'yes', null]);
  expect([passes, subscribers.size]).toEqual([['first'], 0]);
});

test('an app that no server of Node has mounted answers at once', async () => {
  const { app } = await givenApp();
  expect(await (await app.request('/')).text()).toBe('not waited');
});

test('an error after the wait has begun is answered, and ends the wait', async () => {
  const { url, subscribers } = await givenApp({
    ms: 50,
    afterParking: () => {
      throw new Error('broken');
    },
  });
  expect((await send(url))[0]).toBe(500);
  expect(subscribers.size).toBe(0);
});

test('bytes after a request that waits are refused after its answer', async () => {
  const { url, notify, untilWaiting } = await givenApp();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answers = text(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await untilWaiting();
  socket.write('neither a request\r\n\r\n');
  // The server has read the bytes when it answers another connection.
  await (await fetch(`${url}/unknown`)).text();
  notify('ended');
  expect([...(await answers).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '400',
  ]);
});
