// The two ends of webhooks and callbacks, generated from one document and put together.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { loadDocument } from '@keyframe/openapi-model';
import type { Delivery, MessageIssue } from '@keyframe/openapi-runtime/server';
import type { Context } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';

type Handlers = Readonly<Record<string, (context: Context) => Promise<Response> | Response>>;
type Register = (app: OpenAPIHono, handlers: Handlers, options: object) => OpenAPIHono;
type Send = (id: string, message: object, options?: object) => Promise<Delivery>;
type Build = (id: string, message: object, init?: RequestInit) => Promise<Request>;

interface Generated {
  callbackRequest: Build;
  registerCallbacks: Register;
  registerWebhooks: Register;
  sendCallback: Send;
  sendWebhook: Send;
  webhookRequest: Build;
}

const FIXTURES = join(import.meta.dirname, 'fixtures');
const folder = await generateIntoFolder((await loadDocument(join(FIXTURES, 'hooks.yaml'))).document);
const generated: Generated = await import(join(folder.path, 'index.ts'));
const { callbackRequest, registerCallbacks, registerWebhooks, sendCallback, sendWebhook, webhookRequest } =
  generated;

afterAll(() => folder[Symbol.asyncDispose]());

const EXCHANGE = {
  request: { path: { id: '7/8' }, body: { notify: 'https://shop.example/hook' } },
  response: { body: { token: 'a&b' } },
};
const SHIPPED = { headers: { 'X-Signature': 'abc' }, query: { attempt: 2 }, body: { carrier: 'Post' } };
const STOCK = { url: 'https://shop.example/stock', headers: { 'X-Event': 'stock' } };

test('senders and receivers are typed: what the document does not allow does not compile', async () => {
  await copyFile(join(FIXTURES, 'hooks-use.txt'), join(folder.path, 'use.ts'));
  expect(await compileFolder(folder)).toBe('');
});

test('a request has the address of its expression, and its parameters where they belong', async () => {
  const request = await callbackRequest('putOrder.shipped', {
    ...SHIPPED,
    exchange: EXCHANGE,
    query: { attempt: 2, tags: ['a b', 'c,d'] },
    cookies: { session: 'x y' },
  });
  expect(request.method).toBe('POST');
  expect(request.url).toBe(
    'https://shop.example/hook?order=7%2F8&token=a%26b&attempt=2&tags=a%20b&tags=c%2Cd',
  );
  expect(Object.fromEntries(request.headers)).toEqual({
    'content-type': 'application/json',
    cookie: 'session=x%20y',
    'x-signature': 'abc',
  });
  expect(await request.json()).toEqual({ carrier: 'Post' });
});

test('an explicit URL replaces that of the expression, with path parameters filled in', async () => {
  const id = 'putOrder.asked.{$request.body#/notify}/{item}';
  const given = await callbackRequest(id, {
    url: new URL('https://a.example/x/{item}?y#z'),
    params: { item: 7 },
  });
  expect([given.method, given.url]).toEqual(['DELETE', 'https://a.example/x/7?y#z']);
  const evaluated = await callbackRequest(id, { exchange: EXCHANGE, params: { item: 7 } });
  expect(evaluated.url).toBe('https://shop.example/hook/7');
});

test('headers can be made of the text of the body, so that it can be signed', async () => {
  const headers = async (body: string) => ({ 'X-Signature': `sum=${body.length}` });
  const request = await callbackRequest('putOrder.shipped', { ...SHIPPED, exchange: EXCHANGE, headers });
  expect(request.headers.get('x-signature')).toBe(`sum=${(await request.text()).length}`);
});

test('a body that was written before is sent byte for byte, signed and validated like any other', async () => {
  const text = '{ "carrier" : "Post\\u00e9" }';
  const signed: string[] = [];
  const headers = (body: string) => {
    signed.push(body);
    return { 'X-Signature': 'abc' };
  };
  const message = { exchange: EXCHANGE, headers, query: SHIPPED.query };
  const request = await callbackRequest('putOrder.shipped', { ...message, text });
  expect(request.headers.get('content-type')).toBe('application/json');
  expect(await request.text()).toBe(text);
  expect(signed).toEqual([text]);
  for (const refused of ['{ "carrier": 1 }', '{ "carrier": ', '']) {
    await expect(callbackRequest('putOrder.shipped', { ...message, text: refused })).rejects.toMatchObject({
      issues: [{ where: 'body' }],
    });
  }
});

test('a message that its document does not allow is refused with all departures, and not sent', async () => {
  const message = {
    url: 'https://a.example',
    headers: { 'X-Signature': 'a' },
    query: { attempt: 0 },
    body: {},
  };
  let sent = 0;
  const fetch = () => {
    sent += 1;
    return Promise.resolve(new Response());
  };
  const failure = await sendCallback('putOrder.shipped', message, { fetch }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'message_invalid', name: 'MessageError' });
  const { issues } = failure as { issues: MessageIssue[] };
  expect(issues.map(({ where, path }) => [where, ...path].join('.'))).toEqual([
    'query.attempt',
    'headers.X-Signature',
    'body.carrier',
  ]);
  expect(sent).toBe(0);
});

test.each([
  ['putOrder.shipped', { ...SHIPPED, url: 'https://a.example', body: undefined }, 'body'],
  ['putOrder.shipped', { ...SHIPPED, url: 'https://a.example', contentType: 'text/plain' }, 'contentType'],
  ['putOrder.shipped.answered', { url: 'https://a.example', body: {} }, 'body'],
])('%s with %j is refused for its %s', async (id, message, where) => {
  const refused = callbackRequest(id, message);
  await expect(refused).rejects.toMatchObject({ issues: [{ where }] });
});

test('does not send a callback whose URL cannot be evaluated', async () => {
  const failure = callbackRequest('putOrder.shipped', { ...SHIPPED, exchange: { request: {} } });
  await expect(failure).rejects.toMatchObject({ code: 'expression', expression: '$request.body#/notify' });
});

test('each media type of a message has its own schema', async () => {
  const stock = { sku: 'a', left: 1 };
  const first = await webhookRequest('stock.low', { ...STOCK, contentType: 'application/json', body: stock });
  expect(first.headers.get('content-type')).toBe('application/json');
  const contentType = 'application/vnd.shop.v2+json';
  const second = await webhookRequest('stock.low', { ...STOCK, contentType, body: [stock] });
  expect([second.headers.get('content-type'), await second.json()]).toEqual([contentType, [stock]]);
  await expect(webhookRequest('stock.low', { ...STOCK, contentType, body: stock })).rejects.toMatchObject({
    issues: [{ where: 'body' }],
  });
});

function receiver(answer: () => Response, seen: unknown[] = []) {
  const app = new OpenAPIHono();
  const shipped = (context: Context) => {
    seen.push([context.req.valid('query' as never), context.req.valid('json' as never)]);
    return answer();
  };
  return registerCallbacks(app, { 'putOrder.shipped': shipped }, { paths: { 'putOrder.shipped': '/hook' } });
}

function sendMessage(app: OpenAPIHono, options: object = {}) {
  const fetch = async (request: Request) => app.fetch(request);
  return sendCallback('putOrder.shipped', { ...SHIPPED, exchange: EXCHANGE }, { fetch, ...options });
}

test('a callback arrives at its receiver, validated, and the answer is the documented one', async () => {
  const seen: unknown[] = [];
  const app = receiver(() => Response.json({ seen: true }, { headers: { 'x-seen': 'true' } }), seen);
  const { answer, issues } = await sendMessage(app);
  expect(seen).toEqual([[{ attempt: 2 }, { carrier: 'Post' }]]);
  expect([answer.status, answer.body, issues]).toEqual([200, { seen: true }, []]);
});

test.each([
  [() => new Response(null, { status: 410 }), []],
  [() => new Response(null, { status: 500 }), ['status']],
  [() => Response.json({ seen: false }, { headers: { 'x-seen': 'true' } }), ['body']],
  [() => Response.json({ seen: true }), ['header']],
  [() => new Response('{', { headers: { 'x-seen': 'true', 'content-type': 'application/json' } }), ['body']],
])('reports a response that violates the document: %s', async (answer, where) => {
  const { issues } = await sendMessage(receiver(answer));
  expect(issues.map((issue) => issue.where)).toEqual(where);
});

test('reads no more of an endless response than allowed', async () => {
  let pulls = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        pulls += 1;
        controller.enqueue(new Uint8Array(1_000).fill(97));
      },
    });
  const { answer } = await sendMessage(
    receiver(() => new Response(endless())),
    { maxAnswerBytes: 2_500 },
  );
  expect(answer.body).toBe('a'.repeat(2_500));
  expect(pulls).toBeLessThan(10);
});

test('a receiver refuses what the document does not allow', async () => {
  const app = receiver(() => new Response(null, { status: 410 }));
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': 'abc' },
    body: '{}',
  };
  expect((await app.request('/hook?attempt=1', init)).status).toBe(400);
});

function dispatcher(log: string[]) {
  const seen = (id: string) => () => {
    log.push(id);
    return new Response(null, { status: 204 });
  };
  const handlers = { 'stock.low': seen('stock.low'), 'pet.delete': seen('pet.delete') };
  const middleware = {
    'stock.low': async (context: Context, next: () => Promise<void>) => {
      log.push(`signature of ${(await context.req.text()).length}`);
      return context.req.header('x-forged') ? context.text('forged', 401) : next();
    },
  };
  const select = (context: Context) => context.req.header('x-kind');
  return registerWebhooks(new OpenAPIHono(), handlers, { path: '/all', select, middleware });
}

test('select distinguishes webhooks that share a path, each with its middleware and validation', async () => {
  const log: string[] = [];
  const app = dispatcher(log);
  const body = { sku: 'a', left: 1 };
  const send = async (headers: Record<string, string>, message: object = {}) => {
    const fetch = async (request: Request) =>
      app.request(
        '/all',
        new Request(request, { headers: { ...Object.fromEntries(request.headers), ...headers } }),
      );
    const { answer } = await sendWebhook(
      'stock.low',
      { ...STOCK, contentType: 'application/json', body, ...message },
      { fetch },
    );
    return answer.status;
  };
  expect(await send({ 'x-kind': 'stock.low' })).toBe(204);
  expect(await send({ 'x-kind': 'stock.low', 'x-forged': '1' })).toBe(401);
  expect(await send({ 'x-kind': 'stock.low', 'x-event': 'other' })).toBe(400);
  expect(await send({ 'x-kind': 'pet.post' })).toBe(404);
  expect(await send({ 'x-kind': 'pet.delete' })).toBe(404);
  expect(await send({})).toBe(404);
  const deleted = await app.request('/all?id=1', { method: 'DELETE', headers: { 'x-kind': 'pet.delete' } });
  expect(deleted.status).toBe(204);
  expect(log).toEqual(['signature of 20', 'stock.low', 'signature of 20', 'signature of 20', 'pet.delete']);
});

test('a handler without a path, and one of an unknown message, stop the start', () => {
  const app = new OpenAPIHono();
  const handler = () => new Response(null, { status: 204 });
  expect(() => registerWebhooks(app, { 'pet.post': handler }, { paths: {} })).toThrow('No path');
  expect(() => registerWebhooks(app, { toString: handler }, { paths: { toString: '/' } })).toThrow(
    'Message "toString" not found',
  );
});

const FORM = { count: 2, tags: ['a b', 'c&d'], inner: { a: true } };

test.each([
  ['application/x-www-form-urlencoded', FORM],
  ['multipart/form-data', { ...FORM, file: new File(['abc'], 'a.txt', { type: 'text/plain' }) }],
])('a form of %s arrives as it was given', async (contentType, body) => {
  const seen: Record<string, unknown>[] = [];
  const handler = (context: Context) => {
    seen.push(context.req.valid('form' as never));
    return new Response(null, { status: 204 });
  };
  const app = registerWebhooks(new OpenAPIHono(), { form: handler }, { paths: { form: '/form' } });
  const fetch = async (request: Request) => app.fetch(request);
  const message = { url: 'https://a.example/form', contentType, body };
  const { answer } = await sendWebhook('form', message, { fetch });
  expect([answer.status, answer.body]).toEqual([204, undefined]);
  const [{ file, ...fields } = {}] = seen;
  expect(fields).toEqual(FORM);
  if ('file' in body) expect(await (file as File).text()).toBe('abc');
});

test.each([
  ['text/plain', 'abc', undefined],
  ['text/plain', 'abcdef', 'body'],
  ['application/octet-stream', new Uint8Array([97]), undefined],
  ['application/x-www-form-urlencoded', { count: 'two' }, 'body'],
])('a body of %s that is %j is refused for its %s', async (contentType, body, where) => {
  const request = webhookRequest('form', { url: 'https://a.example', contentType, body });
  if (where) await expect(request).rejects.toMatchObject({ issues: [{ where }] });
  else expect((await request).headers.get('content-type')).toBe(contentType);
});
