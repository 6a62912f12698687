// The extension io.modelcontextprotocol/tasks on the wire: the client of the SDK does not speak it yet.
import { join } from 'node:path';
import { loadDocument, readModel } from '@keyframe/openapi-model';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/server/create-tool-server.ts';
import { CANARY, createJumpingClock, StudioService, studio } from './studio.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const DECLARED = { extensions: { [EXTENSION]: {} } };
const CREATE = { name: 'createRender', arguments: { body: { prompt: 'a calm sea', duration: 4 } } };

interface Reply {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** A new server, as after a restart, and a client that declares the extension, or not. */
function createSession(
  service: StudioService,
  capabilities: object = DECLARED,
  { source = studio, ...options }: ToolServerOptions & { source?: typeof studio } = {},
) {
  const { fetch } = createMcpHandler(
    createToolServer(source, {
      fetch: service.fetch,
      clock: createJumpingClock(),
      credential: CANARY,
      ...options,
    }),
  );
  return async (method: string, params: Record<string, unknown>): Promise<Reply> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const response = await fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          'mcp-name': String(params.name ?? params.taskId ?? ''),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
      }),
    );
    const text = await response.text();
    return JSON.parse(text.startsWith('{') ? text : (/^data: (\{.*"id":1.*)$/m.exec(text)?.[1] ?? text));
  };
}

/** A service with one render, whose states are those in the list. */
function createService(states: (string | number)[], others = {}) {
  return new StudioService({
    'POST /renders': () => Response.json({ renderId: 'r1' }, { status: 202 }),
    'GET /renders/r1': () => {
      const state = states.length > 1 ? states.shift() : states[0];
      if (typeof state === 'number') return Response.json({ message: CANARY }, { status: state });
      return Response.json(
        { id: 'r1', status: state, created_at: 1_790_000_000, updatedAt: '2026-11-20T11:00:00Z' },
        { headers: { 'retry-after': '2' } },
      );
    },
    ...others,
  });
}

test('accepted work is a task with the id of the service, which a new server continues', async () => {
  const service = createService(['running', 'running', 'done']);
  const created = await createSession(service)('tools/call', CREATE);
  const task = {
    taskId: 'r1',
    statusMessage: 'running',
    createdAt: '2026-09-21T14:13:20.000Z',
    lastUpdatedAt: '2026-11-20T11:00:00.000Z',
    ttlMs: null,
    pollIntervalMs: 2000,
  };
  expect(created.result).toMatchObject({ ...task, resultType: 'task', status: 'working' });
  const restarted = createSession(service);
  const working = await restarted('tasks/get', { taskId: 'r1' });
  expect(working.result).toMatchObject({ ...task, resultType: 'complete', status: 'working' });
  const ended = await restarted('tasks/get', { taskId: 'r1' });
  expect(ended.result).toMatchObject({
    status: 'completed',
    result: { structuredContent: { id: 'r1', status: 'done' } },
  });
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('the server declares the extension, and serves it only to clients that do', async () => {
  const service = createService(['running', 'done']);
  const discovered = await createSession(service)('server/discover', {});
  expect(discovered.result).toMatchObject({ capabilities: DECLARED });
  const plain = createSession(service, {});
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error } = await plain(method, { taskId: 'r1', inputResponses: {} });
    expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: DECLARED } });
  }
  const waited = await plain('tools/call', CREATE);
  expect(waited.result).toMatchObject({
    resultType: 'complete',
    structuredContent: { id: 'r1', status: 'done' },
  });
});

test.each([
  ['done', { status: 'completed', result: { content: [{ type: 'text' }] } }],
  ['failed', { status: 'completed', result: { isError: true } }],
  ['cancelled', { status: 'cancelled' }],
  [410, { status: 'failed', error: { code: -32_603, message: expect.stringContaining('410') } }],
])('work that ended as %s is %j', async (state, expected) => {
  const session = createSession(createService(['running', state]));
  await session('tools/call', CREATE);
  const { result } = await session('tasks/get', { taskId: 'r1' });
  expect(result).toMatchObject(expected);
  expect(JSON.stringify(result)).not.toContain(CANARY);
});

test.each([
  ['unknown', 404, -32_602],
  ['not readable with this key', 403, -32_603],
])('work that is %s is an error of the request', async (_title, status, code) => {
  const session = createSession(createService([status]));
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const { error } = await session(method, { taskId: 'r1', inputResponses: {} });
    expect(error?.code).toBe(code);
    expect(error?.message).not.toContain(CANARY);
  }
});

test('work that cannot be read after it was accepted is a task, and without the extension names the next call', async () => {
  const created = await createSession(createService([403]))('tools/call', CREATE);
  expect(created.result).toMatchObject({ resultType: 'task', taskId: 'r1', status: 'working' });
  const named = await createSession(createService([403]), {})('tools/call', CREATE);
  expect(named.result?.structuredContent).toMatchObject({
    isFinished: false,
    next: { tool: 'getRender', arguments: { id: 'r1' } },
  });
});

test('cancelling and updating are acknowledged where the document has no operation for them', async () => {
  const service = createService(['running']);
  const session = createSession(service);
  expect((await session('tasks/cancel', { taskId: 'r1' })).result).toMatchObject({ resultType: 'complete' });
  expect((await session('tasks/update', { taskId: 'r1', inputResponses: {} })).result).toMatchObject({
    resultType: 'complete',
  });
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  [false, ['GET', 'POST']],
  [true, ['GET']],
])(
  'cancelling sends the operation of the document unless the server is read-only (%s)',
  async (isReadOnly, methods) => {
    const source = await loadDocument(join(import.meta.dirname, 'conformance.yaml'));
    const job = () => Response.json({ id: 'j1', status: 'running', created_at: 1_790_000_000 });
    const service = new StudioService({ 'GET /jobs/j1': job, 'POST /jobs/j1/cancel': job });
    const session = createSession(service, DECLARED, { source, isReadOnly });
    const { result } = await session('tasks/cancel', { taskId: 'j1' });
    expect(result).toMatchObject({ resultType: 'complete' });
    expect(service.requests.map(({ method }) => method)).toEqual(methods);
  },
);

test('work that is asynchronous on request is started with the preference', async () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, status: { enum: ['running', 'done', 'failed'] } },
  };
  const render = { description: 'A render', content: { 'application/json': { schema } } };
  const created = { ...render, headers: { Location: { schema: { type: 'string' } } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const prefer = { name: 'Prefer', in: 'header', schema: { enum: ['respond-async'] } };
  const post = { operationId: 'createRender', parameters: [prefer], responses: { 201: created } };
  const get = { operationId: 'getRender', parameters: [id], responses: { 200: render } };
  const paths = { '/renders': { post }, '/renders/{id}': { get } };
  const servers = [{ url: 'https://studio.example' }];
  const document = { openapi: '3.1.1', info: { title: 'Renders', version: '1' }, servers, paths };
  const source = readModel(JSON.parse(JSON.stringify(document)), 'renders.json');
  const service = createService(['done'], {
    'POST /renders': () => Response.json({ id: 'r1', status: 'running' }, { status: 201 }),
  });
  await createSession(service, DECLARED, { source })('tools/call', { name: 'createRender', arguments: {} });
  const lines = service.requests.map(({ method, headers }) => `${method} ${headers.get('prefer')}`);
  expect(lines).toEqual(['POST respond-async', 'GET null']);
});
