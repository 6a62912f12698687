/**
 * Authentication, scopes and rate limits. The order is fixed (OPEN-18): 401, 403, 429, and only then is the
 * content of a request read. A request with a valid key counts against its limit, even if its content is invalid.
 */
import type { KeyObject } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { RegisterOptions } from '@keyframe/contract/hono';
import type { Context, MiddlewareHandler } from 'hono';
import { apiKeyMode, hashApiKey } from '../../auth/api-key.ts';
import type { AuthenticateKey, RequestKey } from '../../auth/authentication.queries.ts';
import { type KeyMemory, withHeld } from '../../auth/key-memory.ts';
import type { OwnerDecision, RateDecision } from '../../auth/rate.queries.ts';
import { type Mode, SCOPES, type Scope } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import type { Poll, PollTask, ReadTask } from '../../tasks/poll.queries.ts';
import type { StatusMemory } from '../../tasks/status-memory.ts';
import type { ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import { forbidden, invalidApiKey, suspended } from '../errors.ts';
import type { WaitVariables } from '../waiting-requests.ts';
import {
  formatRates,
  type RateLimitFields,
  type RatePolicy,
  type RateState,
  type Rates,
  refuseOverLimit,
} from './rate-limits.ts';

/** Variables for later stages: authentication sets `poll` for a status query, `key` for everything else. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: WaitVariables & {
    key: RequestKey;
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

export interface AuthenticationServices {
  readonly authenticateKey: AuthenticateKey;
  readonly pollTask: PollTask;
  readonly readTask: ReadTask;
  readonly readWaitingTask: ReadWaitingTask;
  /** Holds the keys of submissions; undefined if the database reads the key of each. */
  readonly submissionKeys: KeyMemory | undefined;
  /** Keeps what later status queries of the key need; undefined if all of them are answered by the database. */
  readonly statusMemory: StatusMemory | undefined;
  readonly keySecret: KeyObject;
  readonly rates: Rates;
}

/** Decision of the limits of a key and its owner. */
interface Decisions {
  readonly decision: RateDecision;
  readonly ownerDecision: OwnerDecision | undefined;
}

interface Limits extends Decisions, Policies {}

/** A valid key, and whether its limits let its request pass. */
interface Admission extends Decisions {
  /** Null if the owner of the key is suspended. */
  readonly inScope: boolean | null;
}

/** The limits of a request: of its key, and of all keys of its owner. */
interface Policies {
  readonly policy: RatePolicy;
  readonly ownerPolicy: RatePolicy;
}

/** Effects of a scope: the limits of its requests, and the query that finds the key and counts the request. */
interface AdmissionRule extends Policies {
  /** Undefined for a key that is unknown or revoked. */
  readonly admit: (token: string, context: Context<AppEnv>) => Promise<Admission | undefined>;
}

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
      const scope = readScope(scopes);
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
function readScope(scopes: readonly string[]): Scope {
  const scope = SCOPES.find((known) => known === scopes[0]);
  if (scope === undefined || scopes.length > 1) throw new TypeError(`Unknown scopes: ${scopes.join(', ')}.`);
  return scope;
}

type AppContext = Context<AppEnv>;

function admissionRules(services: AuthenticationServices): Record<Scope, AdmissionRule> {
  const { rates } = services;
  const create: Policies = {
    policy: { name: 'create', quota: rates.create },
    ownerPolicy: { name: 'account', quota: rates.owner.create },
  };
  const read: Policies = {
    policy: { name: 'status', quota: rates.status },
    ownerPolicy: { name: 'account', quota: rates.owner.status },
  };
  return {
    'videos:create': {
      ...create,
      admit: (token, context) =>
        admitSubmission(services, { token, context, scope: 'videos:create', ...create }),
    },
    'tasks:read': {
      ...read,
      admit: (token, context) =>
        context.get('polls') === true
          ? admitStatusQuery(services, token, context)
          : admitByDatabase(services, { token, context, scope: 'tasks:read', ...read }),
    },
  };
}

interface PresentedKey extends Policies {
  readonly token: string;
  readonly context: AppContext;
  readonly scope: Scope;
}

/** Finds the key of a request, and counts it, by a statement. */
async function admitByDatabase(
  { authenticateKey, keySecret }: AuthenticationServices,
  { token, context, scope, policy, ownerPolicy }: PresentedKey,
) {
  const hash = hashApiKey(token, keySecret);
  const { name, quota } = policy;
  const key = await authenticateKey({ hash, policy: name, quota, ownerQuota: ownerPolicy.quota });
  if (key === undefined) return undefined;
  context.set('key', key);
  const inScope = key.scopes.length === 0 ? null : key.scopes.includes(scope);
  const { decision, ownerDecision } = key;
  return { key, inScope, decision, ownerDecision };
}

/** Counts a submission by permits that this process holds, or by the database. */
async function admitSubmission(
  services: AuthenticationServices,
  presented: PresentedKey,
): Promise<Admission | undefined> {
  const { submissionKeys } = services;
  const { token, context } = presented;
  const readMs = performance.now();
  const held = submissionKeys?.find(token, readMs);
  if (submissionKeys !== undefined && held !== undefined) {
    submissionKeys.use(held, readMs);
    context.set('key', held);
    const decision = { allowed: true, ...held.permits.describe(readMs) };
    return { inScope: true, decision, ownerDecision: undefined };
  }
  const admission = await admitByDatabase(services, presented);
  if (admission?.inScope !== true || submissionKeys === undefined) return admission;
  const nowMs = performance.now();
  const noted = submissionKeys.hold({ token, ...admission.key, readMs }, nowMs);
  if (noted === undefined) return admission;
  submissionKeys.leaseOwner(noted, nowMs);
  return { ...admission, decision: withHeld(admission.decision, noted.permits) };
}

/** Counts a status query by permits that this process holds; undefined if it has none. */
async function spendHeld(
  { statusMemory, readTask }: AuthenticationServices,
  { token, taskId, nowMs }: { readonly token: string; readonly taskId: string; readonly nowMs: number },
) {
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
}

async function admitStatusQuery(
  services: AuthenticationServices,
  token: string,
  context: AppContext,
): Promise<Admission | undefined> {
  const { keySecret, pollTask, readWaitingTask, statusMemory } = services;
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
  const held = await spendHeld(services, { token, taskId, nowMs: readMs });
  if (held !== undefined) {
    context.set('poll', held.poll);
    return held.admission;
  }
  const spent = statusMemory?.spendKey(token, readMs);
  // The next query of a task that is waited for comes after the time of a lease.
  const leases = statusMemory?.hasRoom(token) === true && !isWaiting(context);
  // One statement looks up the key and the task.
  // Any other text is not an id of ours, and may contain characters that a query cannot carry.
  const poll = await pollTask({
    hash,
    taskId: isId('task', taskId) ? taskId : '',
    leases,
    isCounted: spent !== undefined,
  });
  if (poll === undefined) return undefined;
  const mode = context.get('keyMode');
  const noted = statusMemory?.note({ token, mode, readMs, poll, spent }) ?? poll;
  context.set('poll', { ownerId: poll.key.ownerId, found: noted.found });
  return noted;
}

/** Whether a request waits for changes of its task: by its preference, or as a stream. */
function isWaiting({ req }: AppContext): boolean {
  return req.header('prefer') !== undefined || req.path.endsWith('/events');
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
