import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../db/batch.ts';
import { createDeliveryBacklog, type DeliveryBacklog } from './backlog.ts';

const SLOTS = 8;
const SEARCH_MS = 40;
const LIMITS = { slots: SLOTS, perOwner: 2, perHost: 2 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface ClaimQuery {
  readonly values: readonly [readonly string[]];
}

/**
 * Creates a backlog whose searches last 40 ms. Each finds `found` deliveries, of different owners and hosts. Another process
 * has claimed those of the first search, except for the first `free` ones.
 */
function createBacklog(found: number, free = found) {
  let searches = 0;
  const connection = {
    async query(config: string | ClaimQuery, callback?: (error: null, result: unknown) => void) {
      if (typeof config !== 'string') {
        const ids = config.values[0].filter((id) => !id.startsWith('1-') || Number(id.slice(2)) < free);
        callback?.(null, { rows: ids.map((id) => ({ id })) });
        return;
      }
      searches += 1;
      await new Promise((resolve) => setTimeout(resolve, SEARCH_MS));
      return {
        rows: Array.from({ length: found }, (_, index) => ({
          id: `${searches}-${index}`,
          ownerId: `${index}`,
          host: `${index}`,
          waitedSeconds: 0,
        })),
      };
    },
  };
  const options = { leaseMs: 1_000, maxAgeMs: 500 };
  const backlog = createDeliveryBacklog(connection as unknown as Connection, options);
  return { backlog, searches: () => searches };
}

/** Claims again and again for a time, while something becomes due all the while. */
async function claimRepeatedly(backlog: DeliveryBacklog, durationMs: number): Promise<void> {
  const endMs = performance.now() + durationMs;
  const claiming = (async () => {
    while (performance.now() < endMs) {
      backlog.forget();
      await backlog.claim([], LIMITS);
    }
  })();
  await vi.advanceTimersByTimeAsync(2 * durationMs);
  await claiming;
}

test('searches that find little take a tenth of the time', async () => {
  const { backlog, searches } = createBacklog(1);
  await claimRepeatedly(backlog, 4_000);
  expect(searches()).toBeGreaterThan(4_000 / (10 * SEARCH_MS) / 2);
  expect(searches()).toBeLessThanOrEqual(4_000 / (10 * SEARCH_MS) + 1);
});

test('a search that found enough for all slots is followed by the next one once that is claimed', async () => {
  const { backlog, searches } = createBacklog(SLOTS * 2);
  await claimRepeatedly(backlog, 4_000);
  expect(searches()).toBeGreaterThan(4_000 / SEARCH_MS / 2);
});

test('instead of what another process has claimed, the next due ones are', async () => {
  const { backlog, searches } = createBacklog(SLOTS * 2, SLOTS);
  const claiming = (async () => [await backlog.claim([], LIMITS), await backlog.claim([], LIMITS)])();
  await vi.advanceTimersByTimeAsync(20 * SEARCH_MS);
  const [first, second] = await claiming;
  expect(first?.map(({ id }) => id[0])).toEqual(Array.from({ length: SLOTS }, () => '1'));
  expect(second?.map(({ id }) => id[0])).toEqual(Array.from({ length: SLOTS }, () => '2'));
  expect(searches()).toBe(2);
});
