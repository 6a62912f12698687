import type { Log } from './log.ts';
import { withoutQuery } from './without-query.ts';

const PAUSE_MS = 60_000;

/**
 * Logs errors of an action that is tried again all the time: while it fails in the same way, once a minute. During an outage
 * of PostgreSQL, every attempt fails.
 */
export function createErrorLog(log: Log, message: string): (error: unknown) => void {
  let last: { readonly text: string; readonly loggedAt: number } | undefined;
  return (error) => {
    const text = String(error instanceof Error ? withoutQuery(error) : error);
    const now = performance.now();
    if (last?.text === text && now - last.loggedAt < PAUSE_MS) return;
    last = { text, loggedAt: now };
    log.error({ err: error }, message);
  };
}
