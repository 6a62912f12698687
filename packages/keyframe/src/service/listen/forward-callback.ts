import { setTimeout as sleep } from 'node:timers/promises';
import { signCallback } from '@keyframe/client/webhooks';
import type { CallbackEvent } from './follow-callbacks.ts';

/** Receiver of forwarded callbacks. */
export interface Receiver {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called once if nothing listens at the URL. */
  readonly onRefused: () => void;
}

/** Status of a receiver, or the problem instead of it. */
export type Forwarded = { readonly httpStatus: number } | { readonly problem: string };

/** The same as that of the service. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 500;

/**
 * Signs a callback anew and posts it. A receiver that does not listen is awaited: it has seen nothing, so that the next
 * attempt repeats nothing.
 */
export async function forwardCallback(event: CallbackEvent, receiver: Receiver): Promise<Forwarded> {
  const { url, secret, signal, onRefused } = receiver;
  const id = `msg_${event.id.replace(/^task_/, '')}`;
  for (let attempt = 1; ; attempt += 1) {
    const { body, headers } = await signCallback(event, { id, secret });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { httpStatus: response.status };
    } catch (error) {
      signal.throwIfAborted();
      if (!isRefused(error)) return { problem: explain(error) };
      if (attempt === 1) onRefused();
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
