/** Limits of requests, as answers report and refuse them. */
import type { OwnerDecision, RateDecision } from '../limits/rate.queries.ts';
import { rateLimited } from './errors.ts';

/** Requests a minute: submissions and status queries per key, polls per task. */
export interface Rates {
  readonly create: number;
  readonly status: number;
  readonly poll: number;
  /** Limits of all keys of an owner and mode together. */
  readonly owner: { readonly create: number; readonly status: number };
}

/** A limit as the RateLimit headers name it, with its quota a minute. */
export interface RatePolicy {
  readonly name: 'create' | 'status' | 'poll' | 'account';
  readonly quota: number;
}

/** A limit of a request, and what it has left. */
export interface RateState {
  readonly policy: RatePolicy;
  readonly decision: Pick<RateDecision, 'remaining' | 'resetSeconds'>;
}

/** Header fields that report the limits of a request. */
export interface RateLimitFields {
  readonly RateLimit: string;
  readonly 'RateLimit-Policy': string;
}

/** The window of every limit. */
export const WINDOW_SECONDS = 60;

/** Formats the limits of a request as the fields that report them. */
export function formatRates(states: readonly RateState[]): RateLimitFields {
  let limits = '';
  let policies = '';
  for (const { policy, decision } of states) {
    const separator = limits === '' ? '' : ', ';
    limits += `${separator}"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`;
    policies += `${separator}"${policy.name}";q=${policy.quota};w=${WINDOW_SECONDS}`;
  }
  return { RateLimit: limits, 'RateLimit-Policy': policies };
}

/** Throws `rate_limited` unless the decision lets the request pass. */
export function refuseOverLimit({ quota }: RatePolicy, decision: OwnerDecision, subject: string): void {
  if (decision.allowed) return;
  const { resetSeconds } = decision;
  const limit = `${quota} ${quota === 1 ? 'request' : 'requests'} in ${WINDOW_SECONDS} seconds for ${subject}`;
  const wait = `${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}`;
  throw rateLimited(`Rate limit exceeded: ${limit}. Retry after ${wait}.`, resetSeconds);
}
