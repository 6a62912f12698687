import { z } from 'zod';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** The longest delay that a Node timer keeps; a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;
const MAX_KEPT_DAYS = 3_650;

function duration(maxMs: number, longest: string) {
  return z.string().transform((text, context) => {
    const [, amount, unit] = DURATION.exec(text) ?? [];
    const ms = Math.round(Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
    if (ms >= 1 && ms <= maxMs) return ms;
    const message = `must be a duration such as 250ms, 10s, 2m, 1h or 1d, at most ${longest}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Parses `250ms`, `10s`, `2m`, `1h` or `1d` into whole milliseconds, from 1 to about 24 days. */
export const durationMs = duration(MAX_TIMER_MS, '596h');

/** The same for what no timer waits for, up to 3,650 days. */
export const retentionMs = duration(MAX_KEPT_DAYS * UNIT_MS.d, `${MAX_KEPT_DAYS}d`);
