import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startForwardingProxy } from './forwarding-proxy.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: new URL(`http://127.0.0.1:${port}/v1/`), [Symbol.asyncDispose]: stop };
}

async function startProxy(server: URL) {
  const exchanges: TrafficExchange[] = [];
  const failures: string[] = [];
  const proxy = await startForwardingProxy({
    connection: { server },
    onExchange: (exchange) => exchanges.push(exchange),
    onFailure: (reason) => failures.push(reason),
  });
  return Object.assign(proxy, { exchanges, failures });
}

test('forwards requests and responses as they are, below the path of the server', async () => {
  await using server = await startServer((request, response) => {
    response.writeHead(201, {
      'X-Path': request.url,
      'X-Key': request.headers['x-key'],
      'Set-Cookie': ['a=1', 'b=2'],
    });
    request.pipe(response);
  });
  await using proxy = await startProxy(server.url);
  const response = await fetch(`${proxy.url}/items?a=%20b`, {
    method: 'POST',
    headers: { 'X-Key': 'secret', 'Content-Type': 'text/plain' },
    body: 'a body',
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-path')).toBe('/v1/items?a=%20b');
  expect(response.headers.get('x-key')).toBe('secret');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.text()).toBe('a body');
  await proxy[Symbol.asyncDispose]();
  expect(proxy.exchanges).toMatchObject([
    {
      method: 'POST',
      url: { pathname: '/v1/items' },
      request: { body: Buffer.from('a body') },
      response: { status: 201, body: Buffer.from('a body') },
    },
  ]);
});

test.each([
  ['//', '/v1//'],
  ['//[', '/v1//['],
  ['//items/1?a=b', '/v1//items/1?a=b'],
  ['http://other.example/items', '/v1/items'],
  ['/../items', '/v1/items'],
])('forwards the target %s below the path of the server', async (target, path) => {
  await using server = await startServer(({ url }, response) => response.end(url));
  await using proxy = await startProxy(server.url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(proxy.url, { path: target }, resolve).on('error', reject);
  expect(await text(await promise)).toBe(path);
});

test('passes on the parts of a stream, and does not keep one that is cut off', async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: 1\n\n');
  });
  await using proxy = await startProxy(server.url);
  const { body } = await fetch(`${proxy.url}/events`);
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
  await reader?.cancel();
  await proxy[Symbol.asyncDispose]();
  expect(proxy.exchanges).toMatchObject([{ response: { status: 200, body: undefined } }]);
});

test('does not keep a long body', async () => {
  const long = 'a'.repeat(2 ** 20 + 1);
  await using server = await startServer((_, response) => response.end(long));
  await using proxy = await startProxy(server.url);
  expect((await (await fetch(proxy.url)).text()).length).toBe(long.length);
  await proxy[Symbol.asyncDispose]();
  expect(proxy.exchanges).toMatchObject([{ response: { status: 200, body: undefined } }]);
});

test('responds 502 for a server that does not respond, and records nothing', async () => {
  await using server = await startServer((request) => request.destroy());
  await using proxy = await startProxy(server.url);
  expect((await fetch(proxy.url)).status).toBe(502);
  expect(proxy.exchanges).toEqual([]);
  expect(proxy.failures).toEqual([expect.stringContaining(`${server.url.origin} does not respond: `)]);
});

test('refuses a port that is in use', async () => {
  await using server = await startServer(() => undefined);
  const starting = startForwardingProxy({
    connection: { server: server.url },
    port: Number(server.url.port),
    onExchange: () => undefined,
    onFailure: () => undefined,
  });
  await expect(starting).rejects.toThrow(
    `The proxy cannot listen on port ${server.url.port} of 127.0.0.1: EADDRINUSE.`,
  );
});
