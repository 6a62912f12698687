/**
 * Who may call, and how often. The order is fixed (OPEN-18): 401, 403, 429, and only then does anything
 * look at the request's content. A request with a valid key counts against its limit, whatever it holds.
 */
import type { KeyObject } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Access } from '../keys/access.queries.ts';
import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import type { RateDecision } from '../keys/rate.queries.ts';
import type { Scope } from '../keys/scope.ts';
import { forbidden, invalidApiKey, rateLimited } from './errors.ts';
import type { GroupedQueries } from './grouped-queries.ts';

/** What the access middleware leaves for the handlers. */
export interface AppEnv {
  Variables: { access: Access };
}

export interface AccessServices extends Pick<GroupedQueries, 'checkAccess'> {
  readonly keySecret: KeyObject;
}

/** A limit as the RateLimit headers name it, with its quota a minute. */
export interface RatePolicy {
  readonly name: 'create' | 'status' | 'poll';
  readonly quota: number;
}

const WINDOW_SECONDS = 60;

/** Guards an operation by a key's validity, its scope and its rate (AUT-3, AUT-4, LIM-1, LIM-2). */
export function requireAccess(
  { checkAccess, keySecret }: AccessServices,
  { scope, policy }: { readonly scope: Scope; readonly policy: RatePolicy },
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (token === undefined || !isApiKey(token)) throw invalidApiKey();
    const hash = hashApiKey(token, keySecret);
    const access = await checkAccess({ hash, policy: policy.name, quota: policy.quota });
    if (access === undefined) throw invalidApiKey();
    announceRate(context, policy, access.decision);
    if (!access.scopes.includes(scope)) throw forbidden(scope);
    refuseOverLimit(policy, access.decision, 'this key');
    context.set('access', access);
    await next();
  };
}

/** Says in an answer's RateLimit fields what a limit has left. */
export function announceRate(context: Context, { name, quota }: RatePolicy, decision: RateDecision): void {
  const { remaining, resetSeconds } = decision;
  // Lists of draft-ietf-httpapi-ratelimit-headers-10: each further limit of a request is one more item.
  context.header('RateLimit-Policy', `"${name}";q=${quota};w=${WINDOW_SECONDS}`, { append: true });
  context.header('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`, { append: true });
}

/** Throws `rate_limited` unless the decision lets the request pass. */
export function refuseOverLimit({ quota }: RatePolicy, decision: RateDecision, subject: string): void {
  if (decision.allowed) return;
  throw rateLimited(
    `At most ${quota} requests in ${WINDOW_SECONDS} seconds for ${subject}; retry after ${decision.resetSeconds} seconds.`,
    decision.resetSeconds,
  );
}
