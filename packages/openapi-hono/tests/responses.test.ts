// Replies as they are written, and responses held to their contract.

import type { ResponseViolationError } from '@keyframe/openapi-runtime/server';
import { streamSSE } from 'hono/streaming';
import { expect, test } from 'vitest';
import { type AnyHandler, documentOfPaths, generated, type Mounting } from './mount.ts';

const NUMBER = { type: 'integer' };
const Item = {
  type: 'object',
  required: ['id'],
  properties: { id: NUMBER, tags: { type: 'array', items: NUMBER } },
};
const json = (schema: object) => ({ 'application/json': { schema } });

const responses = {
  '200': {
    description: 'Fine',
    headers: {
      'X-Total': { required: true, schema: NUMBER },
      'X-Ids': { schema: { type: 'array', items: NUMBER } },
      'X-Point': { explode: true, schema: { type: 'object', properties: { x: NUMBER } } },
      'Set-Cookie': { schema: { type: 'array', items: { type: 'string', pattern: '=' } } },
      'X-Json': { content: json({ type: 'object', properties: { a: NUMBER } }) },
    },
    content: { ...json(Item), 'application/vnd.Item.V2+json': { schema: { type: 'array', items: Item } } },
  },
  '204': { description: 'Nothing' },
  '206': { description: 'Text', content: { 'text/plain': { schema: { type: 'string', maxLength: 3 } } } },
  '4XX': { description: 'Refused', content: { 'application/problem+json': { schema: Item } } },
  default: { description: 'Any', content: { 'text/*': {}, '*/*': { schema: Item } } },
};
const events = {
  description: 'Events',
  content: {
    'text/event-stream': { schema: Item },
    'image/png': {},
    'application/x-ndjson': { schema: Item },
  },
};
const source = documentOfPaths({
  '/item': { get: { operationId: 'item', responses }, head: { operationId: 'headItem', responses } },
  '/events': { get: { operationId: 'events', responses: { '200': events } } },
});
const { mount } = await generated(source);

const GOOD = { status: 200, mediaType: 'application/json', headers: { 'X-Total': 1 }, body: { id: 1 } };

function createApp(item: AnyHandler, options: Mounting['options'] = {}) {
  const app = mount({ handlers: { item, headItem: item }, options });
  app.onError((error, context) => context.text(error.message, 500));
  return app;
}

test('a reply is written as it is documented: media type, headers in their style, body', async () => {
  const headers = { 'X-Total': 3, 'X-Ids': [1, 2], 'X-Point': { x: 1 }, 'X-Json': { a: 1 } };
  const mediaType = 'application/vnd.Item.V2+json';
  const item: AnyHandler = (context, reply) => {
    context.header('X-Before', 'kept');
    return reply({ status: 200, mediaType, headers, body: [{ id: 1 }] });
  };
  const response = await createApp(item, { responseValidation: 'throw' }).request('/item');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': mediaType,
    'x-before': 'kept',
    'x-ids': '1,2',
    'x-json': '{"a":1}',
    'x-point': 'x=1',
    'x-total': '3',
  });
  expect(await response.json()).toEqual([{ id: 1 }]);
});

test('each cookie of a reply has a header of its own', async () => {
  const cookies = ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'];
  const send = (list: readonly string[]) => {
    const headers = { 'X-Total': 1, 'Set-Cookie': list };
    return createApp((_context, reply) => reply({ ...GOOD, headers }), {
      responseValidation: 'throw',
    }).request('/item');
  };
  expect((await send(cookies)).headers.getSetCookie()).toEqual(cookies);
  expect(await (await send(['a=1', 'b'])).text()).toContain('header /Set-Cookie/1: ');
});

test.each([
  [{ status: 204 }, null, ''],
  [{ status: 206, body: 'abc' }, 'text/plain; charset=UTF-8', 'abc'],
  [{ status: 404, body: { id: 1 } }, 'application/problem+json', '{"id":1}'],
  [{ status: 500, mediaType: 'text/html', body: '<p>' }, 'text/html; charset=UTF-8', '<p>'],
])('the reply %j has the media type %s', async (parts, type, text) => {
  const app = createApp((_context, reply) => reply(parts), { responseValidation: 'throw' });
  const response = await app.request('/item');
  expect([response.status, response.headers.get('content-type')]).toEqual([parts.status, type]);
  expect(await response.text()).toBe(text);
});

test('a reply to a range has to name its media type', async () => {
  const response = await createApp((_context, reply) => reply({ status: 500, body: 'x' })).request('/item');
  expect(await response.text()).toContain('so a reply must name its own');
});

test.each([
  [{ ...GOOD, status: 206 }, 'media type: '],
  [{ ...GOOD, body: { id: 'x' } }, 'body /id: '],
  [{ ...GOOD, body: { id: 1, tags: [1, 'a/b'] } }, 'body /tags/1: '],
  [{ ...GOOD, headers: {} }, 'header /X-Total: '],
  [{ ...GOOD, headers: { 'X-Total': 'many' } }, 'header /X-Total: '],
  [{ ...GOOD, headers: { 'X-Total': 1, 'X-Ids': ['a'] } }, 'header /X-Ids/0: '],
  [{ ...GOOD, mediaType: 'application/problem+json' }, 'media type: '],
  [{ status: 206, mediaType: 'text/plain', body: 'abcd' }, 'body: '],
  [{ status: 404, mediaType: 'application/json', body: { id: 1 } }, 'media type: '],
])('the response %j departs from its contract in %s', async (parts, where) => {
  const item: AnyHandler = (_context, reply) => reply(parts);
  const thrown = await createApp(item, { responseValidation: 'throw' }).request('/item');
  expect([thrown.status, await thrown.text()]).toEqual([500, expect.stringContaining(where)]);
  expect(thrown.headers.get('x-total')).toBeNull();

  const reports: ResponseViolationError[] = [];
  const report = (violation: ResponseViolationError) => reports.push(violation);
  const reported = await createApp(item, { responseValidation: { report } }).request('/item');
  expect(reported.status).toBe(parts.status);
  expect(reports).toMatchObject([{ code: 'response_violation', operationId: 'item', status: parts.status }]);

  const unseen = await createApp(item, { responseValidation: 'off' }).request('/item');
  expect(unseen.status).toBe(parts.status);
});

test('a status that is not documented is a departure', async () => {
  const events: AnyHandler = (context) => context.text('', 404);
  const app = mount({ handlers: { events }, options: { responseValidation: 'throw' } });
  app.onError((error, context) => context.text(error.message, 500));
  expect(await (await app.request('/events')).text()).toBe(
    'events answered 404 against its contract: status: 404 is not documented (documented: 200)',
  );
});

test('a body where none is documented, and JSON that is broken, are departures', async () => {
  const some = createApp((context) => context.body('x', 204 as 200), { responseValidation: 'throw' });
  expect((await some.request('/item')).status).toBe(500);
  const headers = { 'content-type': 'application/json', 'x-total': '1' };
  const broken = createApp((context) => context.body('{', 200, headers), { responseValidation: 'throw' });
  expect(await (await broken.request('/item')).text()).toContain('body: ');
});

test('every response is recorded without its values', async () => {
  const responses: unknown[] = [];
  const responseValidation = {
    report: () => undefined,
    record: (response: unknown) => responses.push(response),
  };
  const respond = (body: object) =>
    createApp((context) => context.json(body, 200, { 'x-total': '1' }), { responseValidation });
  await respond({ id: 1, name: 'secret' }).request('/item');
  await respond({ id: 'secret' }).request('/item');
  expect(responses).toMatchObject([
    { operationId: 'item', status: 200, members: ['/id', '/name'] },
    { operationId: 'item', status: 200, members: ['/id'], issues: [{ where: 'body', path: '/id' }] },
  ]);
  expect(JSON.stringify(responses)).not.toContain('secret');
});

test('headers of the layers around an operation stay on the answer to a violation', async () => {
  const app = mount({
    handlers: { item: (_context, reply) => reply({ status: 206, headers: { 'X-Own': 1 }, body: 'long' }) },
    options: {
      responseValidation: 'throw',
      middleware: {
        item: async (context: Parameters<AnyHandler>[0], next: () => Promise<void>) => {
          context.header('X-Layer', '1');
          await next();
        },
      },
    },
  });
  app.onError((_error, context) => context.text('', 500));
  const { headers } = await app.request('/item');
  expect([headers.get('x-layer'), headers.get('x-own')]).toEqual(['1', null]);
});

test('the answer to HEAD is held to its headers, not to a body that it does not have', async () => {
  const options = { responseValidation: 'throw' };
  const good = createApp((_context, reply) => reply({ ...GOOD, body: undefined }), options);
  expect((await good.request('/item', { method: 'HEAD' })).status).toBe(200);
  const bad = createApp((_context, reply) => reply({ ...GOOD, headers: {} }), options);
  expect((await bad.request('/item', { method: 'HEAD' })).status).toBe(500);
});

// Never ends unless it is read: a body that were held back would hang the test.
function endless(): ReadableStream<Uint8Array> {
  let count = 0;
  return new ReadableStream({
    pull: (controller) => {
      count += 1;
      controller.enqueue(new TextEncoder().encode(`data: ${count}\n\n`));
    },
  });
}

test.each(['text/event-stream', 'image/png', 'application/x-ndjson'])(
  'a stream of %s is sent as it comes, however responses are validated',
  async (mediaType) => {
    const handlers: Mounting['handlers'] = {
      events: (_context, reply) => reply({ status: 200, mediaType, body: endless() }),
    };
    const response = await mount({ handlers, options: { responseValidation: 'throw' } }).request('/events');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
    await reader?.cancel();
  },
);

test("Hono's own streams are sent as they come", async () => {
  const handlers: Mounting['handlers'] = {
    events: (context, reply) => {
      const body = streamSSE(context, async (stream) => {
        await stream.writeSSE({ event: 'a', data: '1' });
        await stream.writeSSE({ data: '2' });
      });
      return reply({ status: 200, mediaType: 'text/event-stream', body });
    },
  };
  const response = await mount({ handlers, options: { responseValidation: 'throw' } }).request('/events');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe('event: a\ndata: 1\n\ndata: 2\n\n');
});

test('a request that is refused is no fault of the response, unless the contract documents the refusal', async () => {
  const requestBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  const security = [{ bearer: [] }];
  const ok = { 200: { description: 'ok' } };
  const documented = {
    ...ok,
    400: { description: 'no', content: { 'application/json': { schema: { required: ['code'] } } } },
  };
  const refusing = await generated(
    documentOfPaths(
      {
        '/plain': { post: { operationId: 'plain', requestBody, responses: ok } },
        '/documented': { post: { operationId: 'documented', requestBody, responses: documented } },
        '/secured': { post: { operationId: 'secured', security, responses: ok } },
      },
      { components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } },
    ),
  );
  const options = { responseValidation: 'throw', security: { bearer: () => false } };
  const app = refusing.mount({ options });
  app.onError((_error, context) => context.text('', 500));
  const fetchStatus = async (path: string, contentType: string) => {
    const headers = { 'content-type': contentType };
    return (await app.request(path, { method: 'POST', headers, body: '[]' })).status;
  };
  expect(await fetchStatus('/plain', 'application/json')).toBe(400);
  expect(await fetchStatus('/plain', 'text/plain')).toBe(415);
  expect(await fetchStatus('/secured', 'application/json')).toBe(401);
  expect(await fetchStatus('/documented', 'application/json')).toBe(500);
});
