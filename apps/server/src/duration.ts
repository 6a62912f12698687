import { z } from 'zod';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
/** The longest delay that a Node timer keeps; a longer one would fire at once. */
const MAX_MS = 2_147_483_647;

/** Parses `250ms`, `10s`, `2m` or `1h` into whole milliseconds, from 1 to about 24 days. */
export const durationMs = z.string().transform((text, context) => {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  const ms = Math.round(Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  if (ms >= 1 && ms <= MAX_MS) return ms;
  context.addIssue({
    code: 'custom',
    message: 'must be a duration such as 250ms, 10s, 2m or 1h, at most 596h',
  });
  return z.NEVER;
});
