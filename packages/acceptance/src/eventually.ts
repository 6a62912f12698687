import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 50;

/** Asks until the answer is no longer undefined, and gives it; throws after `timeoutMs`, naming `what` it waited for. */
export async function eventually<TResult>(
  what: string,
  ask: () => TResult | undefined | Promise<TResult | undefined>,
  { timeoutMs = 200_000 }: { timeoutMs?: number } = {},
): Promise<TResult> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(INTERVAL_MS);
  }
}
