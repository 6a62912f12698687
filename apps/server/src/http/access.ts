/**
 * Who may call, and how often. The order is fixed (OPEN-18): 401, 403, 429, and only then does anything
 * look at the request's content. A request with a valid key counts against its limit, whatever it holds.
 */
import type { KeyObject } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { isId } from '../id.ts';
import type { Access } from '../keys/access.queries.ts';
import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import type { RateDecision } from '../keys/rate.queries.ts';
import type { Scope } from '../keys/scope.ts';
import type { Poll } from '../tasks/poll.queries.ts';
import type { BatchedQueries } from './batched-queries.ts';
import { forbidden, invalidApiKey, rateLimited } from './errors.ts';

/** What the access middleware leaves for the handlers: `access` of a submission, `poll` of a status query. */
export interface AppEnv {
  Variables: { access: Access; poll: Poll };
}

export interface AccessServices extends Pick<BatchedQueries, 'checkAccess' | 'pollTask'> {
  readonly keySecret: KeyObject;
}

/** A limit as the RateLimit headers name it, with its quota a minute. */
export interface RatePolicy {
  readonly name: 'create' | 'status' | 'poll';
  readonly quota: number;
}

/** A valid key, and what its request found in its window. */
interface Admission {
  readonly inScope: boolean;
  readonly decision: RateDecision;
}

interface AccessRule {
  readonly scope: Scope;
  readonly policy: RatePolicy;
  /** Looks up a key and counts its request; undefined for a key that is unknown or revoked. */
  readonly admit: (hash: Buffer, context: Context<AppEnv>) => Promise<Admission | undefined>;
}

const WINDOW_SECONDS = 60;

/** Guards submissions, and leaves the handler their `access`. */
export function submissionAccess(services: AccessServices, policy: RatePolicy): MiddlewareHandler<AppEnv> {
  const scope = 'videos:create';
  return requireAccess(services.keySecret, {
    ...{ scope, policy },
    async admit(hash, context) {
      const access = await services.checkAccess({ hash, policy: policy.name, quota: policy.quota });
      if (access === undefined) return undefined;
      context.set('access', access);
      return { inScope: access.scopes.includes(scope), decision: access.decision };
    },
  });
}

/** Guards status queries, and leaves the handler their `poll`: one statement looks up the key and the task. */
export function pollAccess(services: AccessServices, policy: RatePolicy): MiddlewareHandler<AppEnv> {
  return requireAccess(services.keySecret, {
    ...{ scope: 'tasks:read', policy },
    async admit(hash, context) {
      const taskId = context.req.param('id') ?? '';
      // Any other text is no id of ours, and may be one that a query can't carry.
      const poll = await services.pollTask({ hash, taskId: isId('task', taskId) ? taskId : '' });
      if (poll !== undefined) context.set('poll', poll);
      return poll;
    },
  });
}

/** Guards an operation by a key's validity, its scope and its rate (AUT-3, AUT-4, LIM-1, LIM-2). */
function requireAccess(
  keySecret: KeyObject,
  { scope, policy, admit }: AccessRule,
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (token === undefined || !isApiKey(token)) throw invalidApiKey();
    const admission = await admit(hashApiKey(token, keySecret), context);
    if (admission === undefined) throw invalidApiKey();
    announceRate(context, policy, admission.decision);
    if (!admission.inScope) throw forbidden(scope);
    refuseOverLimit(policy, admission.decision, 'this API key');
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
  const { resetSeconds } = decision;
  const limit = `${quota} ${quota === 1 ? 'request' : 'requests'} in ${WINDOW_SECONDS} seconds for ${subject}`;
  const wait = `${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}`;
  throw rateLimited(`Rate limit exceeded: ${limit}. Retry after ${wait}.`, resetSeconds);
}
