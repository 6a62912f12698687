// `keyframe mcp` before the real service, by the official client: a response is lost and the session is killed.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@keyframe/client';
import { listTasks } from '@keyframe/client/tasks';
import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { openSharedService, type SharedService } from '../../support/shared-service.ts';
import { type HoldingProxy, startHoldingProxy } from './holding-proxy.ts';
import { CLI, startKeyframe } from './run-keyframe.ts';

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const CREDITS = 1000;
/** The price of 4 seconds of 480p. */
const PRICE = 20;
const VIDEO = {
  model: 'video-2-0',
  input: { generation_type: 'text-to-video', prompt: 'a cat', duration: 4, resolution: '480p' },
};

const resources = new AsyncDisposableStack();
let proxy: HoldingProxy;
let service: SharedService;

beforeAll(async () => {
  proxy = resources.use(await startHoldingProxy());
  service = resources.use(await openSharedService());
  proxy.target = service.url;
});
afterAll(() => resources.disposeAsync());

/** Starts a session; `output` collects its standard error and all messages that an agent receives. */
async function startSession(mode: VersionNegotiationMode, key: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', DOCUMENT, '--server', proxy.url, '--key-variable', 'SERVICE_KEY'],
    env: { PATH: process.env.PATH ?? '', SERVICE_KEY: key },
    stderr: 'pipe',
  });
  const output: string[] = [];
  transport.stderr?.on('data', (data) => output.push(String(data)));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (...message) => {
    output.push(JSON.stringify(message));
    onmessage?.(...message);
  };
  const kill = () => process.kill(transport.pid ?? Number.NaN, 'SIGKILL');
  return { client, output, kill };
}

async function waitForTask(client: Client, id: string): Promise<unknown> {
  for (;;) {
    const { structuredContent } = await client.callTool({
      name: 'getTask',
      arguments: { id, waitSeconds: 50 },
    });
    const { isFinished }: { isFinished?: unknown } = Object(structuredContent);
    if (isFinished !== false) return structuredContent;
  }
}

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'revision %j: a lost response and a killed session are one video, one debit, and no key is shown',
  { meta: { requirements: ['OPEN-23'] } },
  async (mode) => {
    const { key, ownerId } = await createAccount(service.operator, { credits: CREDITS });
    const first = await startSession(mode, key);
    const isSubmitted = proxy.hold({ method: 'POST', path: /^\/v1\/videos\/generations$/ });
    const call = first.client.callTool({ name: 'createVideoGeneration', arguments: { body: VIDEO } });
    const rejected = expect(call).rejects.toThrow();
    await isSubmitted;
    const isPolled = proxy.hold({ method: 'GET', path: /^\/v1\/tasks\/task_\w+/ });
    proxy.cut(true);
    proxy.cut(false);
    await isPolled;
    first.kill();
    await rejected;

    const keyframe = createClient({ apiKey: key, baseUrl: service.url });
    const ids: string[] = [];
    for await (const { id } of listTasks(keyframe)) ids.push(id);
    expect(ids).toHaveLength(1);
    const [id = ''] = ids;
    const second = await startSession(mode, key);
    expect(await waitForTask(second.client, id)).toMatchObject({ id, status: 'completed', credits: PRICE });
    const unknown = await second.client.callTool({ name: 'getTask', arguments: { id: 'task_0' } });
    expect(unknown.isError).toBe(true);
    await second.client.close();

    const task = await keyframe.tasks.get(id);
    if (task.status !== 'completed') throw new Error(`The task is ${task.status}.`);
    const bytes = await (await keyframe.results.download(task)).bytes();
    expect(new TextDecoder().decode(bytes.subarray(4, 8))).toBe('ftyp');
    const { test: balance } = await service.operator.balances(ownerId);
    expect(CREDITS - balance.available).toBe(PRICE);
    const output = [...first.output, ...second.output].join('\n');
    expect(output).toContain(id);
    expect(output).not.toContain(key);
  },
);

/** Starts a server of streamable HTTP, and a client with the extension of tasks, which the one of the SDK lacks. */
async function startTaskSession(key: string, folder: string) {
  const words = ['mcp', DOCUMENT, '--http', '--port', '0', '--json', '--server', proxy.url];
  const child = startKeyframe([...words, '--key-variable', 'SERVICE_KEY'], {
    folder,
    env: { SERVICE_KEY: key },
  });
  const [, url = ''] = await child.waitForOutput(/"url":"([^"]+)"/);
  const request = async (method: string, params: { name?: string; taskId?: string; arguments?: object }) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': params.name ?? params.taskId ?? '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    });
    const text = await response.text();
    return JSON.parse(/^(?:data: )?(\{.*"id":1.*)$/m.exec(text)?.[1] ?? text).result;
  };
  return { child, request };
}

test('a client with tasks continues by the id of the service after the server was killed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-mcp-'));
  const { key, ownerId } = await createAccount(service.operator, { credits: CREDITS });
  const first = await startTaskSession(key, folder.path);
  const created = await first.request('tools/call', {
    name: 'createVideoGeneration',
    arguments: { body: VIDEO },
  });
  expect(created).toMatchObject({ resultType: 'task', status: 'working' });
  first.child.signal('SIGKILL');
  await first.child.waitForExit();

  const second = await startTaskSession(key, folder.path);
  await using _ = second.child;
  const { taskId } = created;
  let task = await second.request('tasks/get', { taskId });
  while (task.status === 'working') {
    await sleep(task.pollIntervalMs);
    task = await second.request('tasks/get', { taskId });
  }
  expect(task).toMatchObject({ taskId, createdAt: created.createdAt, status: 'completed' });
  const result = task.result.structuredContent;
  expect(result).toMatchObject({ id: taskId, status: 'completed', credits: PRICE });
  const video = await fetch(result.data.results[0]);
  expect(new TextDecoder().decode((await video.bytes()).subarray(4, 8))).toBe('ftyp');
  const { test: balance } = await service.operator.balances(ownerId);
  expect(CREDITS - balance.available).toBe(PRICE);
  const { stdout, stderr } = second.child;
  expect(JSON.stringify([created, task, stdout, stderr, first.child.stderr])).not.toContain(key);
});
