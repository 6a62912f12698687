/** Finds the key of a request and counts the request against its limits, in memory or by the database. */
import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import { hashApiKey } from '../../auth/api-key.ts';
import type { AuthenticateKey } from '../../auth/authentication.queries.ts';
import { countByDatabase, type HeldKeys, type KeyMemory, withHeld } from '../../auth/key-memory.ts';
import type { Scope } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import type { PollTask, ReadTask } from '../../tasks/poll.queries.ts';
import type { StatusMemory } from '../../tasks/status-memory.ts';
import type { ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import type { AppEnv, Decisions, Policies } from '../app-env.ts';
import type { Rates } from './rate-limits.ts';

export interface AdmissionServices {
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

/** A valid key, and whether its limits let its request pass. */
interface Admission extends Decisions {
  /** Null if the owner of the key is suspended. */
  readonly inScope: boolean | null;
}

/** Effects of a scope: the limits of its requests, and the query that finds the key and counts the request. */
export interface AdmissionRule extends Policies {
  /** Undefined for a key that is unknown or revoked. */
  readonly admit: (token: string, context: Context<AppEnv>) => Promise<Admission | undefined>;
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
          : admitByDatabase(services, {
              token,
              context,
              scope: 'tasks:read',
              held: services.statusMemory,
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
  readonly held: HeldKeys | undefined;
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

/** Counts a submission by permits that this process holds, or by the database. */
async function admitSubmission(
  services: AdmissionServices,
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
  { statusMemory, readTask }: AdmissionServices,
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
  services: AdmissionServices,
  token: string,
  context: Context<AppEnv>,
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
  const request = {
    hash,
    taskId: isId('task', taskId) ? taskId : '',
    leases,
    isCounted: spent !== undefined,
  };
  const poll = await countByDatabase(statusMemory, token, () => pollTask(request));
  if (poll === undefined) return undefined;
  const mode = context.get('keyMode');
  const noted = statusMemory?.note({ token, mode, readMs, poll, spent }) ?? poll;
  context.set('poll', { ownerId: poll.key.ownerId, found: noted.found });
  return noted;
}

/** Whether a request waits for changes of its task: by its preference, or as a stream. */
function isWaiting({ req }: Context<AppEnv>): boolean {
  return req.header('prefer') !== undefined || req.path.endsWith('/events');
}
