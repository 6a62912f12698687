/** Reports whether a process can do its work now. Each part is checked, and a slow one does not delay the response. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Checks one part; rejects if it is not ready. */
export type PartCheck = () => Promise<unknown>;

export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'not ready'>>;
}

/** Load balancers check every few seconds, and take no response for a failed check. */
const PART_TIMEOUT_MS = 2_000;

/** Creates the check of all parts. Requests during a check share it: anyone may send them, and a check takes connections of the database. */
export function createReadinessCheck(
  checks: Readonly<Record<string, PartCheck>>,
  log: Log,
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;
  return () => {
    running ??= checkReadiness(checks, log).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Checks all parts at once, for at most 2 seconds. Logs why one is not ready, which the caller must not learn. */
async function checkReadiness(checks: Readonly<Record<string, PartCheck>>, log: Log): Promise<Readiness> {
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
