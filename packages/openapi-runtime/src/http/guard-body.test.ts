import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { guardJson, limitBody, type RefuseBody } from './guard-body.ts';
import { stageMiddleware } from './stage.ts';

const refuse: RefuseBody = (issues) => Response.json(issues, { status: 400 });
const app = new Hono();
app.post(
  '/',
  stageMiddleware(limitBody(100, refuse), guardJson({ maxDepth: 3, maxMembers: 4 }, refuse)),
  async (context) => context.text(await context.req.text()),
);

async function send(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = {},
) {
  const init = {
    method: 'POST',
    body,
    duplex: 'half' as const,
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await app.request('/', init);
  return {
    status: response.status,
    text: await response.text(),
    connection: response.headers.get('connection'),
  };
}

const LARGE = JSON.stringify([{ path: [], message: 'must not be larger than 100 bytes' }]);
const long = `"${'a'.repeat(100)}"`;

test.each([
  ['that is announced', long, { 'content-length': '102' }],
  ['that is not', new Blob([long]).stream(), {}],
  [
    'in chunks, regardless of the announced length',
    new Blob([long]).stream(),
    { 'content-length': '1', 'transfer-encoding': 'chunked' },
  ],
])('a body beyond the limit %s is refused, and its connection closed', async (_, body, headers) => {
  expect(await send(body, headers)).toEqual({ status: 400, text: LARGE, connection: 'close' });
});

test.each([
  ['{"a":{"b":1,"b":2}}', ['a', 'b'], 'duplicate key'],
  ['[[[[]]]]', [], 'must not be nested deeper than 3 levels'],
  ['{"list":[1,2,3,4,5]}', ['list'], 'must not contain more than 4 members'],
])('JSON of another structure is refused by its path: %s', async (text, path, message) => {
  expect(JSON.parse((await send(text)).text)).toEqual([{ path, message }]);
});

test('bytes that are not UTF-8 are rejected rather than replaced', async () => {
  expect(JSON.parse((await send(new Uint8Array([0x22, 0xff, 0x22]))).text)).toEqual([
    { path: [], message: 'must be valid UTF-8' },
  ]);
});

test.each([
  ['in chunks', {}],
  ['of an announced length', { 'content-length': '10' }],
])('a body %s that its caller cuts off is refused, and other errors are thrown', async (_, announced) => {
  const sendBroken = (signal: AbortSignal) =>
    app.request('/', {
      method: 'POST',
      body: new ReadableStream({ pull: (controller) => controller.error(new Error('unreadable')) }),
      duplex: 'half',
      headers: { 'content-type': 'application/json', ...announced },
      signal,
    });
  const refused = await sendBroken(AbortSignal.abort());
  expect([refused.status, await refused.json()]).toEqual([
    400,
    [{ path: [], message: 'must be sent to its end' }],
  ]);
  const thrown: unknown[] = [];
  app.onError((error, context) => {
    thrown.push(error.message);
    return context.text('', 500);
  });
  expect((await sendBroken(new AbortController().signal)).status).toBe(500);
  expect(thrown).toEqual(['unreadable']);
});

test.each([
  ['JSON within the limits', '{"a":[1,2]}', 'application/json; charset=utf-8'],
  ['another media type', '{"a":1,"a":2}', 'text/plain'],
  ['another charset, which the operation refuses', '{"a":1,"a":2}', 'application/json; charset=latin1'],
])('%s passes', async (_, text, contentType) => {
  expect(await send(text, { 'content-type': contentType })).toMatchObject({ status: 200, text });
});
