// The mock under attack: every response is in the contract, and it lives on.
import { startMock } from '@keyframe/mock';
import type { WireResponse } from './http-responses.ts';
import { checkResponse } from './response-checker.ts';
import type { Target } from './target.ts';

const KEY = `sk_test_${'a'.repeat(32)}`;

/** Starts a mock that posts no callbacks: hostile requests name hosts of others. */
export async function startMockTarget(): Promise<Target> {
  const mock = await startMock({ port: 0, host: '127.0.0.1', callbacks: false });
  const target = await openMockTarget(new URL(mock.url));
  return { ...target, [Symbol.asyncDispose]: () => mock.stop() };
}

/** Attacks a mock that is running. */
export async function openMockTarget({ port, origin }: URL): Promise<Target> {
  const tasks = [await submit(origin, 'default')];
  return {
    port: Number(port),
    known: { keys: { full: [KEY], others: ['nonsense'] }, tasks },
    check: (request, answer) => (isFromNode(answer) ? [] : checkResponse(request, answer)),
    checkLiveness: () => checkLiveness(origin),
    memory: async () => undefined,
    loggedErrors: () => [],
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

// Node itself rejects what is no HTTP, and too many headers, without a body.
function isFromNode({ status, body }: WireResponse): boolean {
  return [400, 408, 413, 417, 431].includes(status) && body.length === 0;
}

async function submit(origin: string, world: string): Promise<string> {
  const response = await fetch(`${origin}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'mock-world': world },
    body: JSON.stringify({ model: 'video-2-0', input: { prompt: 'a calm sea' } }),
  });
  const { taskId } = JSON.parse(await response.text());
  return taskId;
}

async function checkLiveness(origin: string): Promise<string[]> {
  // The credits of the attacked world may be spent.
  const world = 'liveness';
  const taskId = await submit(origin, world).catch(() => 'none');
  const headers = { authorization: `Bearer ${KEY}`, 'mock-world': world };
  const { status } = await fetch(`${origin}/v1/tasks/${taskId}`, { headers });
  return status === 200 ? [] : [`afterwards it shows a task with ${status}`];
}
