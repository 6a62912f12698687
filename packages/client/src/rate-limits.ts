/** One limit and its remaining requests, as in draft-ietf-httpapi-ratelimit-headers. */
export interface RateLimit {
  /** `create`, `status` or `poll`. */
  policy: string;
  /** Requests allowed per window; absent if the service does not specify it. */
  limit?: number;
  /** Length of the window in seconds. */
  window?: number;
  /** Remaining requests. */
  remaining?: number;
  /** Seconds until more become available. */
  reset?: number;
}

const NAMES = { q: 'limit', w: 'window', r: 'remaining', t: 'reset' } as const;

/** Parses `RateLimit` and `RateLimit-Policy` into a list of limits, in their order. */
export function parseRateLimits(headers: Headers): RateLimit[] {
  const limits = new Map<string, RateLimit>();
  const text = `${headers.get('ratelimit-policy')},${headers.get('ratelimit')}`;
  for (const [, policy = '', parameters = ''] of text.matchAll(/"(\w+)"((?:;\w=\d+)+)/g)) {
    const limit = limits.get(policy) ?? { policy };
    limits.set(policy, limit);
    for (const [, name, value] of parameters.matchAll(/([qwrt])=(\d+)/g)) {
      limit[NAMES[name as keyof typeof NAMES]] = Number(value);
    }
  }
  return [...limits.values()];
}
