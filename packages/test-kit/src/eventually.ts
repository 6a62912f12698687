import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 50;

/** Polls until `ask` gives something else than undefined or false; throws after `timeoutMs`, naming `what` it waited for. */
export async function eventually<TResult>(
  what: string,
  ask: () => TResult | undefined | false | Promise<TResult | undefined | false>,
  { timeoutMs = 200_000 }: { timeoutMs?: number } = {},
): Promise<TResult> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await ask();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}.`);
    await sleep(INTERVAL_MS);
  }
}
