import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isKeyframeError, type KeyframeError } from '@keyframe/client';
import { getSandboxCallbacks, type SandboxCallbacks } from '@keyframe/client/tasks';

/** The body of a callback. */
export type CallbackEvent = SandboxCallbacks['data'][number];

/** How callbacks are followed; times are in milliseconds. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Pause after a response without callbacks. */
  readonly intervalMs?: number;
  /** Called when the service cannot be reached, and when it can be reached again. */
  readonly onConnection: (state: { isConnected: boolean; error?: KeyframeError }) => void;
}

const INTERVAL_MS = 1000;
const MAX_PAUSE_MS = 15_000;
/** Limit of the time that a service may ask for. */
const LONGEST_PAUSE_MS = 3_600_000;
const PAGE_SIZE = 100;
/** Errors that pass: the position stays, so that nothing is lost or repeated. */
const TRANSIENT: readonly string[] = [
  'internal_error',
  'network_error',
  'rate_limited',
  'unexpected_response',
];

/** Yields the callbacks of the sandbox from now on, each once and in order, over every outage of the service. Throws when the signal aborts. */
export async function* followCallbacks(
  client: Client,
  { signal, intervalMs = INTERVAL_MS, onConnection }: FollowOptions,
): AsyncGenerator<CallbackEvent, void, undefined> {
  let { position } = await getSandboxCallbacks(client, {}, { signal });
  let failures = 0;
  while (!signal.aborted) {
    const page = await readPage(client, position, signal);
    if (page instanceof Error) {
      if (failures === 0) onConnection({ isConnected: false, error: page });
      failures += 1;
      const backoffMs = Math.min(MAX_PAUSE_MS, intervalMs * 2 ** Math.min(failures, 10));
      const pauseMs = Math.max(backoffMs, (page.retryAfter ?? 0) * 1000);
      await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal });
      continue;
    }
    if (failures > 0) onConnection({ isConnected: true });
    failures = 0;
    yield* page.data;
    position = page.position;
    if (page.data.length === 0) await sleep(intervalMs, undefined, { signal });
  }
}

async function readPage(
  client: Client,
  after: string,
  signal: AbortSignal,
): Promise<KeyframeError | SandboxCallbacks> {
  try {
    return await getSandboxCallbacks(client, { after, limit: PAGE_SIZE }, { signal, retries: 0 });
  } catch (error) {
    if (isKeyframeError(error) && TRANSIENT.includes(error.code)) return error;
    throw error;
  }
}
