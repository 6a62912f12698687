/**
 * Who may call, and how often. The order is fixed (OPEN-18): 401, 403, 429, and only then does anything
 * look at the request's content. A request with a valid key counts against its limit, whatever it holds.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '../db/database.ts';
import type { ApiKey } from '../db/tables.ts';
import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import { findKey } from '../keys/keys.queries.ts';
import { type RateDecision, takeRate } from '../keys/rate.queries.ts';
import type { Scope } from '../keys/scope.ts';
import { forbidden, invalidApiKey, rateLimited } from './errors.ts';

/** What the access middleware leaves for the handlers. */
export interface AppEnv {
  Variables: { apiKey: ApiKey };
}

export interface AccessServices {
  readonly database: Database;
  readonly keySecret: Buffer;
}

/** A limit as the RateLimit headers name it, with its quota a minute. */
export interface RatePolicy {
  readonly name: 'create' | 'status' | 'poll';
  readonly quota: number;
}

const WINDOW_SECONDS = 60;

/** Guards an operation by a key's validity, its scope and its rate (AUT-3, AUT-4, LIM-1, LIM-2). */
export function requireAccess(
  { database, keySecret }: AccessServices,
  { scope, policy }: { readonly scope: Scope; readonly policy: RatePolicy },
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (token === undefined || !isApiKey(token)) throw invalidApiKey();
    const apiKey = await findKey(database, hashApiKey(token, keySecret));
    if (apiKey === undefined) throw invalidApiKey();
    const decision = await countRequest(context, database, { ...policy, subject: apiKey.id });
    if (!apiKey.scopes.includes(scope)) throw forbidden(scope);
    refuseOverLimit(policy, decision, 'this key');
    context.set('apiKey', apiKey);
    await next();
  };
}

/** Takes one request out of a policy's quota and says so in the answer's RateLimit fields. */
export async function countRequest(
  context: Context,
  database: Database,
  { name, quota, subject }: RatePolicy & { readonly subject: string },
): Promise<RateDecision> {
  const decision = await takeRate(database, `${name}:${subject}`, quota);
  const { remaining, resetSeconds } = decision;
  // Lists of draft-ietf-httpapi-ratelimit-headers-10: each further limit of a request is one more item.
  context.header('RateLimit-Policy', `"${name}";q=${quota};w=${WINDOW_SECONDS}`, { append: true });
  context.header('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`, { append: true });
  return decision;
}

/** Throws `rate_limited` unless the decision lets the request pass. */
export function refuseOverLimit({ quota }: RatePolicy, decision: RateDecision, subject: string): void {
  if (decision.allowed) return;
  throw rateLimited(
    `At most ${quota} requests in ${WINDOW_SECONDS} seconds for ${subject}; retry after ${decision.resetSeconds} seconds.`,
    decision.resetSeconds,
  );
}
