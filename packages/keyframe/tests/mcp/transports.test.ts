import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToolServer, serveHttp } from '@keyframe/openapi-mcp';
import { CANARY, connectClient, STUDIO_DOCUMENT, StudioService, studio } from '@keyframe/openapi-mcp/testing';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { runKeyframe } from '../run-keyframe.ts';

const CLI = join(import.meta.dirname, '../../src/cli.ts');

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'stdio, revision %j, against the mock',
  async (mode) => {
    await using served = await serveMock(createMock(studio, { pace: 'fast' }));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', STUDIO_DOCUMENT, '--server', served.url, '--key-variable', 'STUDIO_KEY'],
      env: { PATH: process.env.PATH ?? '', STUDIO_KEY: CANARY },
      stderr: 'pipe',
    });
    const errors: string[] = [];
    transport.stderr?.on('data', (data) => errors.push(String(data)));
    const client = await connectClient(transport, mode);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(8);
    const listed = await client.callTool({ name: 'assets_list', arguments: {} });
    expect(listed).toMatchObject({ structuredContent: { result: expect.any(Array) } });
    const render = await client.callTool({
      name: 'createRender',
      arguments: { body: { prompt: 'sea', duration: 4 } },
    });
    expect(render.structuredContent).toMatchObject({ status: 'done' });
    expect(JSON.stringify([listed, render, errors])).not.toContain(CANARY);
    await client.close();
  },
);

test.each([
  [{}, 'STUDIO_KEY is not set: requests are sent without a key.\n'],
  [{ STUDIO_KEY: CANARY }, ''],
])('stdio with the environment %j reports a key that is missing', async (key, expected) => {
  const args = [
    CLI,
    'mcp',
    STUDIO_DOCUMENT,
    '--server',
    'http://127.0.0.1:1',
    '--key-variable',
    'STUDIO_KEY',
  ];
  const running = promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...key } });
  running.child.stdin?.end();
  expect((await running).stderr).toBe(expected);
});

test.each(['legacy', { pin: '2026-07-28' }] as const)('streamable HTTP, revision %j', async (mode) => {
  const service = new StudioService({
    'GET /echo': ({ headers }) =>
      Response.json({ key: headers.get('authorization')?.length.toString() ?? '' }),
  });
  await using served = await serveHttp(
    createToolServer(studio, { fetch: service.fetch, credential: 'sk_env' }),
  );
  const connectWith = (headers: Record<string, string>) =>
    connectClient(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }), mode);
  const own = await connectWith({ authorization: `Bearer ${CANARY}` });
  await own.callTool({ name: 'echo', arguments: {} });
  const other = await connectWith({});
  await other.callTool({ name: 'echo', arguments: {} });
  expect(service.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    `Bearer ${CANARY}`,
    'Bearer sk_env',
  ]);
  await Promise.all([own.close(), other.close()]);
});

test.each([
  ['another host', { host: 'evil.example' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
])('HTTP requests of %s are rejected', async (_title, headers, status) => {
  await using served = await serveHttp(createToolServer(studio, {}));
  // `fetch` sets Host itself.
  const words = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)('curl', [
    ...['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'POST', '-H', 'content-type: application/json'],
    ...words,
    ...['-d', '{}', served.url],
  ]);
  expect(Number(stdout)).toBe(status);
});

test('HTTP requests of an allowed host are accepted, in any case of letters', async () => {
  await using served = await serveHttp(createToolServer(studio, {}), { allowedHosts: ['Tools.Example'] });
  const status = ['-s', '-o', '/dev/null', '-w', '%{http_code}'];
  for (const host of ['tools.example', 'TOOLS.example:80']) {
    // Not the endpoint, since that needs a message of the protocol.
    const url = new URL('/other', served.url).href;
    const { stdout } = await promisify(execFile)('curl', [...status, '-H', `host: ${host}`, url]);
    expect(stdout).toBe('404');
  }
});

test.each([
  [[], `Bearer ${CANARY}`],
  [['--allow-host', 'tools.example'], undefined],
])('with %j, requests without a key of their own are sent with %s', async (words, expected) => {
  const seen: unknown[] = [];
  const service = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.setHeader('content-type', 'application/json').end('{"key":""}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const interruption = new AbortController();
  const { promise: served, resolve } = Promise.withResolvers<string>();
  const line = [STUDIO_DOCUMENT, '--server', `http://127.0.0.1:${port}`, '--http', '--port', '0', '--json'];
  const run = runKeyframe(['mcp', ...line, ...words], {
    env: { API_KEY: CANARY },
    signal: interruption.signal,
    out: (text) => resolve(JSON.parse(text).url),
  });
  const client = await connectClient(new StreamableHTTPClientTransport(new URL(await served)), 'legacy');
  await client.callTool({ name: 'echo', arguments: {} });
  await client.close();
  interruption.abort();
  const { err } = await run;
  expect(seen).toEqual([expected]);
  expect(err.includes('API_KEY is not used')).toBe(expected === undefined);
  service.close();
});

test.each([
  [[], /Pass --server <url>: the first server of \S+relative\.yaml is not an http or https URL/],
  [['--server', 'localhost:4010'], /Pass --server <url>: --server is not an http or https URL/],
])('a service that cannot be called names --server: %j', async (words, message) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'openapi-mcp-'));
  const path = join(folder.path, 'relative.yaml');
  await writeFile(path, 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n');
  const { status, err } = await runKeyframe(['mcp', path, ...words]);
  expect([status, err]).toEqual([2, expect.stringMatching(message)]);
});

test.each(['--allow-path', '--downloads'])('%s must be a folder', async (option) => {
  const words = [STUDIO_DOCUMENT, option, import.meta.filename];
  const { status, err } = await runKeyframe(['mcp', ...words]);
  expect(status).toBe(2);
  expect(err).toContain(`${option} must be a folder (got "${import.meta.filename}").`);
});

test.each(['a/b', 'tools.example:443', 'https://tools.example', ''])(
  '--allow-host %j is no name of a host',
  async (name) => {
    const words = [STUDIO_DOCUMENT, '--list', '--allow-host', name];
    expect(await runKeyframe(['mcp', ...words])).toMatchObject({
      status: 2,
      err: expect.stringContaining(
        `--allow-host must be the name of a host, without a port (got "${name}").`,
      ),
    });
  },
);

test.each(['Tools.example', '10.0.0.7', '[::1]'])('--allow-host %s is a name of a host', async (name) => {
  const words = [STUDIO_DOCUMENT, '--list', '--allow-host', name];
  expect(await runKeyframe(['mcp', ...words])).toMatchObject({ status: 0 });
});

test('--allow-path must exist, and --downloads is created', async () => {
  const { status, err } = await runKeyframe(['mcp', STUDIO_DOCUMENT, '--list', '--allow-path', 'absent']);
  expect([status, err]).toEqual([
    2,
    expect.stringContaining('--allow-path must be a folder (got "absent").'),
  ]);
  const words = [STUDIO_DOCUMENT, '--list', '--downloads', 'absent'];
  expect(await runKeyframe(['mcp', ...words])).toMatchObject({ status: 0 });
});

test('a port that is taken is named with the option that chooses another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, err } = await runKeyframe(['mcp', STUDIO_DOCUMENT, '--http', '--port', `${port}`]);
  other.close();
  expect([status, err]).toEqual([2, expect.stringContaining('\n--port selects another port.')]);
});
