/** Reports whether a process can do its work now. Each part is checked, and a slow one does not delay the answer. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Asks one part; rejects when it is not ready. */
export type PartCheck = () => Promise<unknown>;

export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'not ready'>>;
}

/** A load balancer asks every few seconds and takes silence for a no. */
const PART_TIMEOUT_MS = 2_000;

/** Asks all parts at once, 2 seconds at most; why one is not ready is for the log, not for the caller. */
export async function checkReadiness(
  checks: Readonly<Record<string, PartCheck>>,
  log: Log,
): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      try {
        await withTimeout(check());
        return [part, 'ready'] as const;
      } catch (error) {
        log.warn({ err: error, part }, 'a part is not ready');
        return [part, 'not ready'] as const;
      }
    }),
  );
  return { ready: answers.every(([, answer]) => answer === 'ready'), parts: Object.fromEntries(answers) };
}

async function withTimeout(check: Promise<unknown>): Promise<void> {
  const answered = new AbortController();
  const timeout = wait(PART_TIMEOUT_MS, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`It did not answer within ${PART_TIMEOUT_MS} ms.`);
  });
  try {
    await Promise.race([check, timeout]);
  } finally {
    timeout.catch(() => {});
    answered.abort();
  }
}
