// Tasks of attackers and of the other owner that they try to harm.
import { eventually } from '@keyframe/test-kit';
import type { Service } from '../../support/service.ts';

/** Cheapest input. */
export const PLAIN = { prompt: 'a calm sea', duration: 4, resolution: '480p' };

/** The longest wait for the end of a task. */
export const TIMEOUT_MS = 300_000;

export interface Submitted {
  readonly status: number;
  readonly taskId: string;
  readonly retryAfter: number;
}

/** Submits a task. */
export async function submit({ url }: Service, key: string, input: object): Promise<Submitted> {
  const response = await fetch(`${url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input }),
  });
  const { taskId = '' } = (await response.json()) as { taskId?: string };
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, taskId, retryAfter };
}

/** Reads status and billing status of a task, such as `failed refunded`. */
export async function readBilling({ url }: Service, key: string, taskId: string): Promise<string> {
  const response = await fetch(`${url}/v1/tasks/${taskId}`, { headers: { authorization: `Bearer ${key}` } });
  const { status, billing_status } = (await response.json()) as { status: string; billing_status: string };
  return `${status} ${billing_status}`;
}

/** Submits a task, waits until it is charged, and returns the seconds that it took. */
export async function secondsToComplete(service: Service, key: string, input: object): Promise<number> {
  const startedAt = performance.now();
  const { taskId } = await submit(service, key, input);
  await eventually(
    'the task of the other owner to be completed',
    async () => (await readBilling(service, key, taskId)) === 'completed charged',
    { timeoutMs: TIMEOUT_MS },
  );
  return (performance.now() - startedAt) / 1000;
}
