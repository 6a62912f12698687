/** Tasks that a worker takes from the queue and ends: each fails without being rendered, and its credits return. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../../api.ts';
import { checkpoint, KEYS, KEYS_PER_OWNER } from '../../database/owners.queries.ts';
import { insertFailingTasks, readEndRate } from '../../database/tasks.queries.ts';

/** One task of each owner: what the end of the first one reads is in memory afterwards. */
const FIRST_COUNT = KEYS / KEYS_PER_OWNER;
const MIN_COUNT = 200;
const POLL_MS = 100;
const TIMEOUT_MS = 120_000;

/** Creates rounds of tasks that end, from the start of the first one to the end of the last. */
export function endRounds({ pool }: Api, { seconds }: { readonly seconds: number }) {
  let count = FIRST_COUNT;
  let after = 0;
  return async () => {
    await checkpoint(pool);
    const tasks = { count, after };
    await insertFailingTasks(pool, tasks);
    const deadlineMs = performance.now() + TIMEOUT_MS;
    let perSecond: number | undefined;
    while (perSecond === undefined) {
      if (performance.now() > deadlineMs) {
        throw new Error(`Of ${count} tasks some had not ended after ${TIMEOUT_MS} ms.`);
      }
      await wait(POLL_MS);
      perSecond = await readEndRate(pool, tasks);
    }
    after += count;
    count = Math.max(MIN_COUNT, Math.round(perSecond * seconds));
    return { perSecond };
  };
}
