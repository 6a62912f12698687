import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { CANARY, connect, createJumpingClock, StudioService, studio } from './studio.ts';

const SCENE = { prompt: 'a calm sea', duration: 4 };

function getText({ content }: { content: unknown }): string {
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
}

test.each<[Record<string, unknown>, string[]]>([
  [{}, ['body: is required']],
  [{ body: { prompt: '', duration: 4 } }, ['body.prompt: must have at least 1 characters (got "")']],
  [{ body: { ...SCENE, duration: 3 } }, ['body.duration: must be at least 4 (got 3)']],
  [{ body: { ...SCENE, layers: [{}] } }, ['body.layers.0.']],
  [{ body: SCENE, other: 1 }, ['other: unknown argument (known: body)']],
  [SCENE, ['prompt: belongs in body', 'duration: belongs in body', 'body: is required']],
])('the arguments %j are rejected before the call: %j', async (args, findings) => {
  const service = new StudioService({});
  const client = await connect({ fetch: service.fetch });
  const result = await client.callTool({ name: 'createRender', arguments: args });
  expect(result.isError).toBe(true);
  for (const finding of findings) expect(getText(result)).toContain(finding);
  expect(service.requests).toHaveLength(0);
});

test('a response is text and structured content, a list wrapped as result', async () => {
  const service = new StudioService({ 'GET /assets': () => Response.json(['a', 'b']) });
  const client = await connect({ fetch: service.fetch });
  const result = await client.callTool({ name: 'assets_list', arguments: { limit: 2 } });
  expect(result).toMatchObject({
    structuredContent: { result: ['a', 'b'] },
    content: [{ text: '["a","b"]' }],
  });
  expect(service.requests[0]?.url).toBe('https://studio.example/v1/assets?limit=2');
});

test('a response that violates its schema is an error that says that the call was applied', async () => {
  const service = new StudioService({ 'GET /assets': () => Response.json([1]) });
  const client = await connect({ fetch: service.fetch });
  const result = await client.callTool({ name: 'assets_list', arguments: {} });
  expect(result.isError).toBe(true);
  expect(getText(result)).toContain('the call was applied');
});

test('failures are results with status and body', async () => {
  const client = await connect({ fetch: new StudioService({}).fetch });
  const result = await client.callTool({ name: 'getRender', arguments: { id: 'x' } });
  expect(result.isError).toBe(true);
  expect(getText(result)).toContain('404');
});

test('a lost response is retried with the same idempotency key', async () => {
  let attempts = 0;
  const service = new StudioService({
    'POST /renders': () => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('fetch failed');
      return Response.json({ renderId: 'r1' }, { status: 202 });
    },
    'GET /renders/r1': () => Response.json({ id: 'r1', status: 'done' }),
  });
  const client = await connect({ fetch: service.fetch, clock: createJumpingClock() });
  const result = await client.callTool({ name: 'createRender', arguments: { body: SCENE } });
  expect(result.structuredContent).toEqual({ id: 'r1', status: 'done' });
  const keys = service.requests.slice(0, 3).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/.{16}/);
});

test('accepted work is awaited with progress, and after 50 s the next call is named', async () => {
  const clock = createJumpingClock();
  const service = new StudioService({
    'POST /renders': () => Response.json({ renderId: 'r1' }, { status: 202 }),
    'GET /renders/r1': () => Response.json({ id: 'r1', status: clock.now() > 80_000 ? 'done' : 'running' }),
  });
  const client = await connect({ fetch: service.fetch, clock });
  const seen: number[] = [];
  const result = await client.callTool(
    { name: 'createRender', arguments: { body: SCENE } },
    { onprogress: ({ progress }) => seen.push(progress) },
  );
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  expect(clock.now()).toBeLessThanOrEqual(50_000);
  const next = { tool: 'getRender', arguments: { id: 'r1', waitSeconds: 50 } };
  expect(result.structuredContent).toMatchObject({ isFinished: false, next });
  expect(getText(result)).toContain('Do not call createRender again');
  const last = await client.callTool({ name: next.tool, arguments: next.arguments });
  expect(last.structuredContent).toEqual({ id: 'r1', status: 'done' });
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('at most four calls with files are sent at once, the others wait', async () => {
  let open = 0;
  let most = 0;
  const service = new StudioService({
    'POST /assets': async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return Response.json({ bytes: 4 });
    },
  });
  const client = await connect({ fetch: service.fetch });
  const upload = () =>
    client.callTool({
      name: 'uploadAsset',
      arguments: { body: { name: 'cat', file: 'data:image/png;base64,bWVvdw==' } },
    });
  const results = await Promise.all(Array.from({ length: 12 }, upload));
  expect(results.map(({ structuredContent }) => structuredContent)).toEqual(Array(12).fill({ bytes: 4 }));
  expect(most).toBe(4);
});

test('files are sent from allowed folders and data: URLs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-mcp-'));
  writeFileSync(join(folder, 'cat.png'), 'meow');
  symlinkSync('/etc/hostname', join(folder, 'link'));
  const service = new StudioService({
    'POST /assets': async (request) => {
      const file = (await request.formData()).get('file');
      return Response.json({ bytes: file instanceof Blob ? file.size : -1 });
    },
    'PUT /assets/a/content': async (request) =>
      new Response(null, { status: (await request.text()) === 'meow' ? 204 : 400 }),
  });
  const client = await connect({ fetch: service.fetch, allowedPaths: [folder] });
  const upload = (file: string) =>
    client.callTool({ name: 'uploadAsset', arguments: { body: { name: 'cat', file } } });
  expect((await upload(join(folder, 'cat.png'))).structuredContent).toEqual({ bytes: 4 });
  expect((await upload('data:image/png;base64,bWVvdw==')).structuredContent).toEqual({ bytes: 4 });
  const put = await client.callTool({
    name: 'replaceAsset',
    arguments: { name: 'a', body: join(folder, 'cat.png') },
  });
  expect(getText(put)).toBe('Status 204, without a body.');
  for (const denied of ['/etc/hostname', join(folder, 'link'), join(folder, '../../etc/hostname'), folder]) {
    const result = await upload(denied);
    expect([denied, result.isError, getText(result)]).toEqual([
      denied,
      true,
      expect.stringContaining('was not read'),
    ]);
  }
  for (const url of [
    'http://127.0.0.1:1/a',
    'http://[::1]/a',
    'http://169.254.169.254/latest',
    'http://localhost/a',
  ]) {
    expect(getText(await upload(url))).toContain('is not a public host');
  }
  expect(service.requests).toHaveLength(3);
});

test('images are inline, other bytes are files', async () => {
  const downloads = mkdtempSync(join(tmpdir(), 'openapi-mcp-'));
  const service = new StudioService({
    'GET /assets/a/content': () => new Response('png', { headers: { 'content-type': 'image/png' } }),
    'GET /assets/b/content': () => new Response('mp4', { headers: { 'content-type': 'video/mp4' } }),
  });
  const client = await connect({ fetch: service.fetch, downloads });
  const image = await client.callTool({ name: 'readAsset', arguments: { name: 'a' } });
  expect(image.content).toEqual([{ type: 'image', mimeType: 'image/png', data: btoa('png') }]);
  const video = await client.callTool({ name: 'readAsset', arguments: { name: 'b' } });
  const link = (video.content as { type: string; uri?: string }[]).find(
    ({ type }) => type === 'resource_link',
  );
  expect(link).toMatchObject({ mimeType: 'video/mp4', size: 3, uri: expect.stringMatching(/\.mp4$/) });
  expect(readFileSync(fileURLToPath(link?.uri ?? ''), 'utf8')).toBe('mp4');
});

test('JSON beyond the limit is an error that names it, and is requested once', async () => {
  const service = new StudioService({ 'GET /assets': () => Response.json(['x'.repeat(10_000_000)]) });
  const client = await connect({ fetch: service.fetch });
  const result = await client.callTool({ name: 'assets_list', arguments: {} });
  expect(result).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: 'The service answered with status 200, so the call was applied, but its body is larger than the limit of 10000000 bytes for JSON and text.',
      },
    ],
  });
  expect(service.requests).toHaveLength(1);
});

test.each<[title: string, described: JsonObject]>([
  ['described', { itemSchema: { type: 'object', properties: { data: { type: 'string' } } } }],
  ['undescribed', {}],
])(
  'a stream of %s events gives the events of 50 s, and its connection is closed',
  async (_title, described) => {
    const content = { 'text/event-stream': described };
    const events = { operationId: 'watch', responses: { '200': { description: 'Events', content } } };
    const document = { ...studio.document, openapi: '3.2.0', paths: { '/events': { get: events } } };
    const source = readModel(document, 'studio.yaml');
    const timers = new Map<number, () => void>();
    const clock = {
      ...createJumpingClock(),
      setTimer: (ms: number, run: () => void) => {
        timers.set(ms, run);
        return () => void timers.delete(ms);
      },
    };
    let signal: AbortSignal | null | undefined;
    const chunks = ['data: a\n\n', 'data: b\n\n'];
    const pull = (controller: ReadableStreamDefaultController) => {
      const chunk = chunks.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      // No other event follows; those that were sent are read first.
      else setImmediate(() => timers.get(50_000)?.());
    };
    const fetch = async (_: unknown, init?: RequestInit) => {
      signal = init?.signal;
      return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } });
    };
    const client = await connect({ fetch, clock }, source);
    const result = await client.callTool({ name: 'watch', arguments: {} });
    expect(getText(result)).toBe(
      '{"data":"a"}\n{"data":"b"}\nThe stream goes on after these items: a result has those of 50 s and 100000 bytes at most.',
    );
    expect(result.isError).toBeUndefined();
    expect(signal?.aborted).toBe(true);
  },
);

test('the key is sent, and never shown, even if the service repeats it', async () => {
  const service = new StudioService({
    'GET /echo': ({ headers }) =>
      Response.json({ authorization: headers.get('authorization'), base64: btoa(CANARY) }),
    'DELETE /renders/x': ({ headers }) =>
      Response.json({ message: headers.get('authorization') }, { status: 409 }),
  });
  const client = await connect({ fetch: service.fetch, credential: CANARY });
  const results = [
    await client.callTool({ name: 'echo', arguments: {} }),
    await client.callTool({ name: 'deleteRender', arguments: { id: 'x' } }),
    await client.callTool({ name: 'deleteRender', arguments: { id: CANARY } }),
    await client.listTools(),
  ];
  expect(service.requests[0]?.headers.get('authorization')).toBe(`Bearer ${CANARY}`);
  const text = JSON.stringify(results);
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(CANARY);
  expect(text).not.toContain(btoa(CANARY));
});

test('the key follows no redirect to another host, whichever header it is in', async () => {
  const source = readModel(
    {
      ...studio.document,
      components: {
        ...Object(studio.document.components),
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      },
    },
    'studio.yaml',
  );
  const requests: Request[] = [];
  const client = await connect(
    {
      credential: CANARY,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        requests.push(request);
        const isOther = new URL(request.url).host === 'other.example';
        if (!isOther)
          return new Response(null, { status: 302, headers: { location: 'https://other.example/' } });
        return Response.json({ headers: Object.fromEntries(request.headers) });
      },
    },
    source,
  );
  const result = await client.callTool({ name: 'echo', arguments: {} });
  expect(requests[0]?.headers.get('x-api-key')).toBe(CANARY);
  expect(requests[1]?.url).toBe('https://other.example/');
  expect(JSON.stringify([result, [...(requests[1]?.headers ?? [])]])).not.toMatch(/canary|redacted/);
});

test('errors that are no results are shown without the key', async () => {
  const client = await connect({ fetch: new StudioService({}).fetch, credential: CANARY });
  const call = client.callTool({ name: `absent-${CANARY}`, arguments: {} });
  await expect(call).rejects.toThrow('Unknown tool absent-[redacted].');
});
