import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { createToolServer, serveHttp } from '../src/index.ts';
import { CANARY, connectClient, STUDIO_DOCUMENT, StudioService, studio } from './studio.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'stdio, revision %j, against the mock',
  async (mode) => {
    await using served = await serveMock(createMock(studio, { pace: 'fast' }));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, STUDIO_DOCUMENT, '--server', served.url, '--key-variable', 'STUDIO_KEY'],
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
