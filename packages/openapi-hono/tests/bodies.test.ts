// Request bodies of every kind of media type, sent to a mounted app.
import { expect, test } from 'vitest';
import { type AnyHandler, ask, documentOfPaths, generated } from './mount.ts';

const TITLED = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const BINARY = { type: 'string', format: 'binary' };

const BODIES = {
  vendor: {
    'application/vnd.Foo.V2+JSON': { schema: TITLED },
    'application/json': { schema: { type: 'array', items: { type: 'integer' } } },
    'application/problem+json; version=2': { schema: { const: 2 } },
    'application/problem+json; version=1': { schema: { const: 1 } },
  },
  xml: { 'application/json': { schema: TITLED }, 'application/xml': { schema: TITLED } },
  text: { 'text/plain': { schema: { type: 'string', pattern: '^é+$' } }, 'text/csv': {} },
  ranges: {
    'application/*': { schema: TITLED },
    'text/*': { schema: { type: 'string', maxLength: 3 } },
    '*/*': { schema: BINARY },
  },
  binary: { 'application/octet-stream': { schema: BINARY }, 'image/*': {} },
} as const;

const paths = Object.entries(BODIES).map(([operationId, content]) => [
  `/${operationId}`,
  { post: { operationId, requestBody: { required: true, content }, responses: {} } },
]);

const asText: AnyHandler = async (context) =>
  context.json({ json: context.req.valid('json' as never), text: await context.req.text() });
const asBytes: AnyHandler = async (context) => {
  const bytes = new Uint8Array(await new Response(context.req.raw.body).arrayBuffer());
  return context.json({ bytes: [...bytes] });
};

const { mount } = await generated(documentOfPaths(Object.fromEntries(paths)));
const app = mount({ handlers: { xml: asText, text: asText, ranges: asText, binary: asBytes } });

function post(
  name: keyof typeof BODIES,
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer> | null,
) {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return ask(app, `/${name}`, { method: 'POST', headers, body });
}

test.each([
  ['vendor', 'application/vnd.foo.v2+json', '{"title":"a"}', { json: { title: 'a' } }],
  ['vendor', 'application/json; charset=UTF-8', '[1]', { json: [1] }],
  ['vendor', 'application/problem+json;version=1', '1', { json: 1 }],
  ['vendor', 'application/problem+json; VERSION="2"', '2', { json: 2 }],
  ['xml', 'application/json', '{"title":"a"}', { json: { title: 'a' } }],
  ['xml', 'application/xml', '<title/>', { text: '<title/>' }],
  ['text', 'text/plain; charset=utf-8', 'éé', { text: 'éé' }],
  ['text', 'text/csv', 'a,b', { text: 'a,b' }],
  ['ranges', 'application/any+json', '{"title":"a"}', { json: { title: 'a' } }],
  ['ranges', 'text/html', 'abc', { text: 'abc' }],
  ['ranges', 'image/png', 'any', { text: 'any' }],
  ['binary', 'application/octet-stream', new Uint8Array([0, 255, 128]), { bytes: [0, 255, 128] }],
  ['binary', 'image/png', new Uint8Array([137, 80]), { bytes: [137, 80] }],
] as const)('%s takes %s', async (...row) => {
  const [name, type, body, expected] = row;
  expect(await post(name, type, body)).toMatchObject({ status: 200, body: expected });
});

test.each([
  ['vendor', 'application/vnd.foo.v2+json', '[1]', 400],
  ['vendor', 'application/vnd.foo.v3+json', '{"title":"a"}', 415],
  ['vendor', 'application/json', '{', 400],
  ['vendor', 'application/problem+json; version=1', '2', 400],
  ['vendor', 'application/problem+json; version=3', '3', 415],
  ['vendor', 'application/json; charset=utf-16', '[1]', 415],
  ['vendor', 'application/json', null, 400],
  ['vendor', undefined, new Uint8Array([1]), 415],
  ['xml', 'application/json', '{}', 400],
  ['xml', 'text/xml', '<title/>', 415],
  ['xml', 'application/xml', null, 400],
  ['text', 'text/plain', 'e', 400],
  ['text', 'text/plain; charset=iso-8859-1', 'e', 415],
  ['ranges', 'application/json', '{}', 400],
  ['ranges', 'application/pdf', 'x', 400],
  ['ranges', 'text/html', 'abcd', 400],
  ['binary', 'text/plain', 'a', 415],
  ['binary', 'application/octet-stream', null, 400],
] as const)('%s refuses %s: %s is answered with %s', async (...row) => {
  const [name, type, body, status] = row;
  expect((await post(name, type, body)).status).toBe(status);
});

test('a binary body is handed over while it is still being sent', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* send() {
    yield new TextEncoder().encode('first');
    await released;
    yield new TextEncoder().encode('second');
  }
  const first: AnyHandler = async (context) => {
    const reader = context.req.raw.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    release();
    return context.json({ text: new TextDecoder().decode(value) });
  };
  const streaming = mount({ handlers: { binary: first } });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: ReadableStream.from(send()),
  };
  const { body } = await ask(streaming, '/binary', { ...init, duplex: 'half' } as RequestInit);
  expect(body).toEqual({ text: 'first' });
});

test('does not require read-only members of a request, nor write-only members of a response', async () => {
  const User = {
    type: 'object',
    required: ['id', 'password'],
    properties: { id: { type: 'integer', readOnly: true }, password: { type: 'string', writeOnly: true } },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } };
  const post = {
    operationId: 'addUser',
    requestBody: { required: true, content },
    responses: {
      '201': { description: 'Added', content },
      '4XX': { description: 'Refused', content: { '*/*': {} } },
    },
  };
  const users = await generated(
    documentOfPaths({ '/users': { post } }, { components: { schemas: { User } } }),
  );
  const seen: unknown[] = [];
  const addUser: AnyHandler = (context, reply) => {
    seen.push(context.req.valid('json' as never));
    return reply({ status: 201, body: { id: 1 } });
  };
  const strict = users.mount({ handlers: { addUser }, options: { responseValidation: 'throw' } });
  const send = (body: object) =>
    strict.request('/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect([(await send({ password: 'x', id: 5 })).status, (await send({ id: 5 })).status]).toEqual([201, 400]);
  expect(seen).toEqual([{ password: 'x' }]);
});
