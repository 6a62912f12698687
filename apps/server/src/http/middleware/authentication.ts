/**
 * Authentication, scopes and rate limits. The order is fixed (OPEN-18): 401, 403, 429, and only then is the
 * content of a request read. A request with a valid key counts against its limit, even if its content is invalid.
 */
import type { KeyObject } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { RegisterOptions } from '@keyframe/contract/hono';
import type { Context, MiddlewareHandler } from 'hono';
import { apiKeyMode, hashApiKey } from '../../auth/api-key.ts';
import type { AuthenticatedKey, AuthenticateKey } from '../../auth/authentication.queries.ts';
import type { OwnerDecision, RateDecision } from '../../auth/rate.queries.ts';
import { type Mode, SCOPES, type Scope } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import type { Poll, PollTask, ReadTask } from '../../tasks/poll.queries.ts';
import type { StatusMemory } from '../../tasks/status-memory.ts';
import type { ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import { forbidden, invalidApiKey, rateLimited, suspended } from '../errors.ts';
import type { WaitVariables } from '../waiting-requests.ts';

/** Variables for later stages: authentication sets `poll` for a status query, `key` for everything else. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: WaitVariables & {
    key: AuthenticatedKey;
    keyMode: Mode;
    polls: boolean;
    poll: PolledTask;
    /** Hash of the key of a status query. */
    keyHash: Buffer;
    limits: Limits;
    rateStates: readonly RateState[];
    rateLimitFields: RateLimitFields;
  };
}

/** The task of a status query. */
export interface PolledTask {
  readonly ownerId: string;
  /** Undefined if the owner has no such task, or if a limit of key or owner refuses the request. */
  readonly found: Poll['found'];
}

/** Requests a minute: submissions and status queries per key, polls per task. */
export interface Rates {
  readonly create: number;
  readonly status: number;
  readonly poll: number;
  /** Limits of all keys of an owner and mode together. */
  readonly owner: { readonly create: number; readonly status: number };
}

export interface AuthenticationServices {
  readonly authenticateKey: AuthenticateKey;
  readonly pollTask: PollTask;
  readonly readTask: ReadTask;
  readonly readWaitingTask: ReadWaitingTask;
  /** Keeps what later status queries of the key need; undefined if all of them are answered by the database. */
  readonly statusMemory: StatusMemory | undefined;
  readonly keySecret: KeyObject;
  readonly rates: Rates;
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
interface RateLimitFields {
  readonly RateLimit: string;
  readonly 'RateLimit-Policy': string;
}

/** Decision of the limits of a key and its owner. */
interface Decisions {
  readonly decision: RateDecision;
  readonly ownerDecision: OwnerDecision | undefined;
}

interface Limits extends Decisions {
  readonly policy: RatePolicy;
  readonly ownerPolicy: RatePolicy;
}

/** A valid key, and whether its limits let its request pass. */
interface Admission extends Decisions {
  /** Null if the owner of the key is suspended. */
  readonly inScope: boolean | null;
}

/** Effects of a scope: the limit of its requests, and the query that finds the key and counts the request. */
interface AdmissionRule {
  readonly policy: RatePolicy;
  readonly ownerPolicy: RatePolicy;
  /** Undefined for a key that is unknown or revoked. */
  readonly admit: (token: string, context: Context<AppEnv>) => Promise<Admission | undefined>;
}

/** The window of every limit. */
export const WINDOW_SECONDS = 60;

/** Creates the handlers of the contract's security schemes (AUT-3, AUT-4). */
export function createSecurity(
  services: AuthenticationServices,
): Exclude<RegisterOptions<AppEnv>['security'], false> {
  const rules = admissionRules(services);
  return {
    apiKey: async (context, scopes, token) => {
      const mode = apiKeyMode(token ?? '');
      if (token === undefined || mode === undefined) throw invalidApiKey();
      context.set('keyMode', mode);
      const scope = onlyScope(scopes);
      const { policy, ownerPolicy, admit } = rules[scope];
      const admission = await admit(token, context);
      if (admission === undefined) throw invalidApiKey();
      const { inScope, decision, ownerDecision } = admission;
      context.set('limits', { policy, decision, ownerPolicy, ownerDecision });
      announceRate(context, policy, decision);
      requireScope(inScope, scope);
      return true;
    },
  };
}

/** Rejects a request whose key lacks the scope, or whose owner is suspended (null). */
export function requireScope(inScope: boolean | null, scope: Scope): void {
  if (inScope === null) throw suspended();
  if (!inScope) throw forbidden(scope);
}

/** Each operation of the contract needs one scope. */
function onlyScope(scopes: readonly string[]): Scope {
  const scope = SCOPES.find((known) => known === scopes[0]);
  if (scope === undefined || scopes.length > 1) throw new TypeError(`Unknown scopes: ${scopes.join(', ')}.`);
  return scope;
}

function admissionRules({
  rates,
  authenticateKey,
  pollTask,
  readTask,
  readWaitingTask,
  statusMemory,
  keySecret,
}: AuthenticationServices): Record<Scope, AdmissionRule> {
  const admitKey = async (token: string, context: Context<AppEnv>, scope: Scope) => {
    const { policy, ownerPolicy } = rules[scope];
    const { name, quota } = policy;
    const hash = hashApiKey(token, keySecret);
    const key = await authenticateKey({ hash, policy: name, quota, ownerQuota: ownerPolicy.quota });
    if (key === undefined) return undefined;
    context.set('key', key);
    const inScope = key.scopes.length === 0 ? null : key.scopes.includes(scope);
    const { decision, ownerDecision } = key;
    return { inScope, decision, ownerDecision };
  };
  /** Counts a status query by permits that this process holds; undefined if it has none. */
  const spendHeld = async (token: string, taskId: string, nowMs: number) => {
    const held = statusMemory?.find(token, taskId, nowMs);
    if (statusMemory === undefined || held === undefined) return undefined;
    statusMemory.use(held, nowMs);
    const { ownerId, permits } = held.key;
    const decision = { allowed: true, ...permits.describe(nowMs) };
    const taskDecision = { allowed: true, ...held.task.permits.describe(nowMs) };
    const task = await readTask({ ownerId, taskId });
    return {
      poll: { ownerId, found: task && { task, decision: taskDecision } },
      admission: { inScope: true, decision, ownerDecision: undefined },
    };
  };
  const rules: Record<Scope, AdmissionRule> = {
    'videos:create': {
      policy: { name: 'create', quota: rates.create },
      ownerPolicy: { name: 'account', quota: rates.owner.create },
      admit: (token, context) => admitKey(token, context, 'videos:create'),
    },
    'tasks:read': {
      policy: { name: 'status', quota: rates.status },
      ownerPolicy: { name: 'account', quota: rates.owner.status },
      async admit(token, context) {
        if (context.get('polls') !== true) return admitKey(token, context, 'tasks:read');
        const hash = hashApiKey(token, keySecret);
        context.set('keyHash', hash);
        const readMs = performance.now();
        const taskId = context.req.param('id') ?? '';
        const resumed = context.get('resumed');
        if (resumed !== undefined) {
          // The key may have been revoked, and its owner suspended, during the wait.
          const current = await readWaitingTask({ hash, taskId });
          if (current === undefined) return undefined;
          const { ownerId, inScope, task } = current;
          const { decision, taskDecision } = resumed;
          context.set('poll', { ownerId, found: { task, decision: taskDecision } });
          return { inScope, decision, ownerDecision: undefined };
        }
        const held = await spendHeld(token, taskId, readMs);
        if (held !== undefined) {
          context.set('poll', held.poll);
          return held.admission;
        }
        // One statement looks up the key and the task.
        // Any other text is not an id of ours, and may contain characters that a query cannot carry.
        const leases = statusMemory?.hasRoom(token) === true;
        const poll = await pollTask({ hash, taskId: isId('task', taskId) ? taskId : '', leases });
        if (poll === undefined) return undefined;
        const mode = context.get('keyMode');
        const noted = statusMemory?.note({ token, mode, readMs, poll }) ?? poll;
        context.set('poll', { ownerId: poll.key.ownerId, found: noted.found });
        return noted;
      },
    },
  };
  return rules;
}

/** Marks a status query, which has a limit for each task as well (END-5). */
export const polling: MiddlewareHandler<AppEnv> = async (context, next) => {
  context.set('polls', true);
  await next();
};

/** Refuses a request over the limit of its key (LIM-1, LIM-2), or of all keys of its owner and mode. */
export const limitByKeyAndOwner: MiddlewareHandler<AppEnv> = async (context, next) => {
  const { policy, decision, ownerPolicy, ownerDecision } = context.get('limits');
  refuseOverLimit(policy, decision, 'this API key');
  if (ownerDecision !== undefined && !ownerDecision.allowed) {
    announceRate(context, ownerPolicy, { ...ownerDecision, remaining: 0 });
    refuseOverLimit(ownerPolicy, ownerDecision, `all ${context.get('keyMode')} keys of this account`);
  }
  await next();
};

/**
 * Says in an answer's RateLimit fields what a limit has left: lists of draft-ietf-httpapi-ratelimit-headers-10, of
 * which each further limit of a request is one more item.
 */
export function announceRate(
  context: Context<AppEnv>,
  policy: RatePolicy,
  decision: RateDecision,
): RateLimitFields {
  const states = [...(context.get('rateStates') ?? []), { policy, decision }];
  context.set('rateStates', states);
  const fields = formatRates(states);
  context.set('rateLimitFields', fields);
  for (const [field, value] of Object.entries(fields)) context.header(field, value);
  return fields;
}

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
