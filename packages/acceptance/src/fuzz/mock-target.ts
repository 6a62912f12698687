// The mock under attack. It answers what the contract does not know, such as unknown paths, so answers are held to HTTP
// alone; it must live on.
import { createClient } from '@keyframe/client';
import { type Mock, startMock } from '@keyframe/mock';
import type { WireResponse } from './http-responses.ts';
import type { Target } from './target.ts';

const KEY = `sk_test_${'a'.repeat(32)}`;

/** Starts a mock that posts no callbacks: hostile requests name hosts of others. */
export async function startMockTarget(): Promise<Target> {
  const warnings: string[] = [];
  const mock = await startMock({
    port: 0,
    host: '127.0.0.1',
    callbacks: false,
    warn: (line) => warnings.push(line),
  });
  const { taskId } = await createClient({ apiKey: KEY, baseUrl: mock.url }).videos.create({
    model: 'video-2-0',
    input: { prompt: 'a calm sea', duration: 4 },
  });
  return {
    port: Number(new URL(mock.url).port),
    known: { keys: { full: [KEY], others: ['nonsense'] }, tasks: [taskId] },
    check: (_, answer) => checkResponse(answer),
    checkLiveness: () => checkLiveness(mock),
    memory: async () => undefined,
    loggedErrors: () => warnings,
    [Symbol.asyncDispose]: () => mock.stop(),
  };
}

function checkResponse({ status, body }: WireResponse): string[] {
  const problems = status >= 500 ? [`${status} is the mock's own failure`] : [];
  return /node_modules/.test(body.toString()) ? [...problems, 'it shows a stack'] : problems;
}

async function checkLiveness({ url }: Mock): Promise<string[]> {
  const headers = { authorization: `Bearer ${KEY}`, prefer: 'code=200' };
  const { status } = await fetch(`${url}/v1/tasks/task_1`, { headers });
  return status === 200 ? [] : [`afterwards it shows a task with ${status}`];
}
