/** Finds the key of a request and counts the request against its limits, in memory or by the database. */
import type { KeyObject } from 'node:crypto';
import type { MaybePromise } from '@keyframe/openapi-runtime/server';
import type { Context } from 'hono';
import type { Scope } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import { hashApiKey } from '../../keys/api-key.ts';
import type { AuthenticateKey } from '../../limits/authentication.queries.ts';
import { countByDatabase, type HeldKeys, type KeyMemory, withHeld } from '../../limits/key-memory.ts';
import type { PollTask, ReadTask } from '../../tasks/poll.queries.ts';
import { findEnded, holdEnded, type StatusMemory } from '../../tasks/status-memory.ts';
import type { AppEnv, Decisions, Policies } from '../app-env.ts';
import type { Rates } from '../rate-limits.ts';

export interface AdmissionServices {
  readonly authenticateKey: AuthenticateKey;
  readonly pollTask: PollTask;
  readonly readTask: ReadTask;
  /** Holds the keys of submissions. */
  readonly submissionKeys: KeyMemory;
  /** Keeps what later status queries of the key need. */
  readonly statusMemory: StatusMemory;
  readonly keySecret: KeyObject;
  readonly rates: Rates;
}

/** A valid key, and whether its limits let its request pass. */
export interface Admission extends Decisions {
  /** Null if the owner of the key is suspended. */
  readonly inScope: boolean | null;
}

/** Effects of a scope: the limits of its requests, and the query that finds the key and counts the request. */
export interface AdmissionRule extends Policies {
  /** Undefined for a key that is unknown or revoked. */
  readonly admit: (token: string, context: Context<AppEnv>) => MaybePromise<Admission | undefined>;
}

export function admissionRules(services: AdmissionServices): Record<Scope, AdmissionRule> {
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
        admitSubmission(services, {
          token,
          context,
          scope: 'videos:create',
          held: services.submissionKeys,
          ...create,
        }),
    },
    'tasks:read': {
      ...read,
      admit: (token, context) =>
        context.get('polls') === true
          ? admitStatusQuery(services, token, context)
          : admitRead(services, {
              token,
              context,
              scope: 'tasks:read',
              held: services.statusMemory.keys,
              ...read,
            }),
    },
  };
}

interface PresentedKey extends Policies {
  readonly token: string;
  readonly context: Context<AppEnv>;
  readonly scope: Scope;
  /** Keys of these limits that this process holds. */
  readonly held: HeldKeys;
}

/** Finds the key of a request, and counts it, by a statement. */
async function admitByDatabase(
  { authenticateKey, keySecret }: AdmissionServices,
  { token, context, scope, policy, ownerPolicy, held }: PresentedKey,
) {
  const hash = hashApiKey(token, keySecret);
  const request = { hash, policy: policy.name, quota: policy.quota, ownerQuota: ownerPolicy.quota };
  const key = await countByDatabase(held, token, () => authenticateKey(request));
  if (key === undefined) return undefined;
  context.set('key', key);
  const inScope = key.scopes.length === 0 ? null : key.scopes.includes(scope);
  const { decision, ownerDecision } = key;
  return { key, inScope, decision, ownerDecision };
}

/** Counts a request by the database; permits that this process holds for status queries of the key count as left. */
async function admitRead(services: AdmissionServices, presented: PresentedKey) {
  const admission = await admitByDatabase(services, presented);
  if (admission === undefined) return undefined;
  const decision = services.statusMemory.keys.describe(presented.token, admission.decision);
  return { ...admission, decision };
}

/** Counts a submission by permits that this process holds, or by the database. */
function admitSubmission(
  services: AdmissionServices,
  presented: PresentedKey,
): MaybePromise<Admission | undefined> {
  const { submissionKeys } = services;
  const { token, context } = presented;
  const readMs = performance.now();
  const held = submissionKeys.find(token, readMs);
  if (held !== undefined) {
    submissionKeys.use(held, readMs);
    context.set('key', held);
    const decision = { allowed: true, ...held.permits.describe(readMs) };
    return { inScope: true, decision, ownerDecision: undefined };
  }
  return holdSubmission(services, presented, readMs);
}

/** Counts a submission by the database, and holds its key for the next one. */
async function holdSubmission(
  services: AdmissionServices,
  presented: PresentedKey,
  readMs: number,
): Promise<Admission | undefined> {
  const { submissionKeys } = services;
  const { token } = presented;
  const admission = await admitByDatabase(services, presented);
  if (admission?.inScope !== true) return admission;
  const nowMs = performance.now();
  const noted = submissionKeys.hold({ token, ...admission.key, readMs }, nowMs);
  if (noted === undefined) return admission;
  submissionKeys.leaseOwner(noted, nowMs);
  return { ...admission, decision: withHeld(admission.decision, noted.permits) };
}

/** Admits a status query by permits that this process holds, or by the database. */
function admitStatusQuery(
  services: AdmissionServices,
  token: string,
  context: Context<AppEnv>,
): MaybePromise<Admission | undefined> {
  const { statusMemory, readTask } = services;
  const nowMs = performance.now();
  const taskId = context.req.param('id') ?? '';
  const query = statusMemory.find(token, taskId, nowMs);
  if (query === undefined) {
    return countStatusQuery(services, { token, taskId, context, readMs: nowMs });
  }
  statusMemory.use(query, nowMs);
  const { ownerId, permits } = query.key;
  const admission = {
    inScope: true,
    decision: { allowed: true, ...permits.describe(nowMs) },
    ownerDecision: undefined,
  };
  const decision = { allowed: true, ...query.task.permits.describe(nowMs) };
  const ended = findEnded(query, nowMs);
  if (ended !== undefined) {
    context.set('poll', { ownerId, found: { task: ended.task, decision }, ended });
    return admission;
  }
  return readTask({ ownerId, taskId }).then((task) => {
    query.task.ended = task && holdEnded(task, nowMs);
    context.set('poll', { ownerId, found: task && { task, decision } });
    return admission;
  });
}

interface StatusQuery {
  readonly token: string;
  readonly taskId: string;
  readonly context: Context<AppEnv>;
  readonly readMs: number;
}

/** Counts a status query by the database, and holds its key and task for the next one. */
async function countStatusQuery(
  { keySecret, pollTask, statusMemory }: AdmissionServices,
  { token, taskId, context, readMs }: StatusQuery,
): Promise<Admission | undefined> {
  const hash = hashApiKey(token, keySecret);
  const spent = statusMemory.spendKey(token, readMs);
  // One statement looks up the key and the task.
  // Any other text is not an id of ours, and may contain characters that a query cannot carry.
  const request = {
    hash,
    taskId: isId('task', taskId) ? taskId : '',
    isCounted: spent !== undefined,
  };
  // The next query of a task that is waited for comes after the time of a lease.
  const waits = isWaiting(context);
  const poll = await countByDatabase(statusMemory.keys, token, () =>
    pollTask({ ...request, leases: !waits && statusMemory.canLease(token, performance.now()) }),
  );
  if (poll === undefined) return undefined;
  const mode = context.get('keyMode');
  const noted = statusMemory.note({ token, mode, readMs, poll, spent });
  context.set('poll', { ownerId: poll.key.ownerId, found: noted.found });
  return noted;
}

/** Whether a request waits for changes of its task: by its preference, or as a stream. */
function isWaiting({ req }: Context<AppEnv>): boolean {
  return req.header('prefer') !== undefined || req.path.endsWith('/events');
}
