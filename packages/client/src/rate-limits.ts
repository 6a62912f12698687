/** What is left of one limit, as in draft-ietf-httpapi-ratelimit-headers. */
export interface RateLimit {
  /** `create`, `status` or `poll`. */
  policy: string;
  /** Requests that the window holds; absent when the service does not say. */
  limit?: number;
  /** Seconds that the window lasts. */
  window?: number;
  /** Requests that are left. */
  remaining?: number;
  /** Seconds until more become available. */
  reset?: number;
}

const NAMES = { q: 'limit', w: 'window', r: 'remaining', t: 'reset' } as const;

/** Reads `RateLimit` and `RateLimit-Policy`: a limit each, in their order. */
export function rateLimitsOf(headers: Headers): RateLimit[] {
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
