import { batched, type Connection, LOOKUP_BATCHES, runPrepared } from '../db/batch.ts';
import { toOwnerDecision } from '../limits/authentication.queries.ts';
import type { OwnerDecision, RateDecision } from '../limits/rate.queries.ts';
import type { ShownTask } from './record.ts';

/** A status query: the hash of the key that was presented, and the task asked for. */
export interface PollRequest {
  readonly hash: Buffer;
  readonly taskId: string;
}

/** A status query to be counted. */
export interface CountedPollRequest extends PollRequest {
  /** Whether this process can spend permits that are leased with the query. */
  readonly leases: boolean;
  /** Whether the limits of key and owner have counted the query, by permits that this process held. */
  readonly isCounted: boolean;
}

/** Requests a minute: of a key, of all keys of its owner and mode, and for a task. */
export interface PollQuotas {
  readonly key: number;
  readonly owner: number;
  readonly task: number;
}

/** The key of a status query. */
export interface PolledKey {
  readonly keyId: string;
  readonly ownerId: string;
  /** Null for a key that does not expire. */
  readonly validSeconds: number | null;
}

/** Result of a status query by a valid key. */
export interface Poll {
  readonly key: PolledKey;
  /** Permits that this process leased of the limits of key and task. */
  readonly leased: { readonly id: string; readonly key: number; readonly task: number };
  /** Whether the key may read tasks; null if its owner is suspended. */
  readonly inScope: boolean | null;
  readonly decision: RateDecision;
  /** Undefined if the limit of the key refuses the request. */
  readonly ownerDecision: OwnerDecision | undefined;
  /** Undefined if the owner has no such task, or if a limit of key or owner refuses the request. */
  readonly found: FoundTask | undefined;
}

/** The task of a status query, and what its limit decides. */
export interface FoundTask {
  readonly task: ShownTask;
  readonly decision: RateDecision;
}

interface PollRow extends Omit<ShownTask, 'id'>, RateDecision {
  readonly position: string;
  readonly inScope: boolean | null;
  readonly id: string | null;
  readonly taskAllowed: boolean;
  readonly taskRemaining: number;
  readonly taskResetSeconds: number;
  readonly ownerAllowed: boolean | null;
  readonly ownerResetSeconds: number;
  readonly keyId: string;
  readonly ownerId: string;
  readonly keyValidSeconds: number | null;
  readonly keyLeased: number;
  /** Null without a task. */
  readonly taskLeased: number | null;
}

const POLL_TASKS = {
  name: 'poll-tasks',
  text: `SELECT position, in_scope AS "inScope", allowed, remaining, reset_seconds AS "resetSeconds",
      task_id AS id, model, credits, status, billing_status AS "billingStatus", failed_reason AS "failedReason",
      has_last_frame AS "hasLastFrame", created_at AS "createdAt", started_at AS "startedAt",
      finished_at AS "finishedAt", video_expires_at AS "videoExpiresAt", task_allowed AS "taskAllowed",
      task_remaining AS "taskRemaining", task_reset_seconds AS "taskResetSeconds",
      owner_allowed AS "ownerAllowed", owner_reset_seconds AS "ownerResetSeconds",
      key_id AS "keyId", owner_id AS "ownerId", key_valid_seconds AS "keyValidSeconds",
      key_leased AS "keyLeased", task_leased AS "taskLeased"
    FROM poll_tasks($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/**
 * Answers a status query: its key, its limits and its task in one statement. Undefined for a key that is unknown or
 * revoked; a task of another owner does not exist for this one (AUT-5).
 */
export type PollTask = (request: CountedPollRequest) => Promise<Poll | undefined>;

export interface PollOptions {
  readonly quotas: PollQuotas;
  /** Id of the process if it leases permits. */
  readonly leaseHolder: string | undefined;
}

/** Creates the status queries of one process: those that arrive together share a statement. */
export function createPollTask(connection: Connection, { quotas, leaseHolder }: PollOptions): PollTask {
  let batches = 0;
  return batched(
    (requests: readonly CountedPollRequest[]) => {
      batches += 1;
      const leases = leaseHolder !== undefined && requests.every((request) => request.leases);
      const leaseId = leases ? `${leaseHolder}/polls/${batches}` : null;
      const limits = [quotas.key, quotas.task, quotas.owner, leaseHolder ?? null, leaseId];
      return pollTasks(connection, requests, { limits, leaseId: leaseId ?? '' });
    },
    { ...LOOKUP_BATCHES, findOwner: ({ hash }) => hash.toString('latin1') },
  );
}

async function pollTasks(
  connection: Connection,
  requests: readonly CountedPollRequest[],
  { limits, leaseId }: { readonly limits: readonly unknown[]; readonly leaseId: string },
): Promise<(Poll | undefined)[]> {
  const hashes = requests.map(({ hash }) => hash);
  const taskIds = requests.map(({ taskId }) => taskId);
  const values = [hashes, taskIds, ...limits, requests.map(({ isCounted }) => isCounted)];
  const answers = new Array<Poll | undefined>(requests.length);
  for (const row of await runPrepared<PollRow>(connection, POLL_TASKS, values)) {
    const { inScope, allowed, remaining, resetSeconds, keyId, ownerId, keyValidSeconds } = row;
    answers[Number(row.position) - 1] = {
      key: { keyId, ownerId, validSeconds: keyValidSeconds },
      leased: { id: leaseId, key: row.keyLeased, task: row.taskLeased ?? 0 },
      inScope,
      decision: { allowed, remaining, resetSeconds },
      ownerDecision: toOwnerDecision(row),
      found: readFound(row),
    };
  }
  return answers;
}

function readFound(row: PollRow): Poll['found'] {
  const { id, taskAllowed, taskRemaining, taskResetSeconds } = row;
  if (id === null) return undefined;
  return {
    task: { ...row, id },
    decision: { allowed: taskAllowed, remaining: taskRemaining, resetSeconds: taskResetSeconds },
  };
}

/** A task of an owner. */
export interface OwnedTask {
  readonly ownerId: string;
  readonly taskId: string;
}

/** Reads a task without counting a request; undefined if its owner has no such task. */
export type ReadTask = (request: OwnedTask) => Promise<ShownTask | undefined>;

const READ_TASKS = {
  name: 'read-tasks',
  text: `SELECT position, id, model, credits, status, billing_status AS "billingStatus",
      failed_reason AS "failedReason", has_last_frame AS "hasLastFrame", created_at AS "createdAt",
      started_at AS "startedAt", finished_at AS "finishedAt", video_expires_at AS "videoExpiresAt"
    FROM read_tasks($1, $2)`,
};

/** Creates the reads of one process: those that arrive together share a statement. */
export function createReadTask(connection: Connection): ReadTask {
  return batched(
    async (requests: readonly OwnedTask[]) => {
      const values = [requests.map(({ ownerId }) => ownerId), requests.map(({ taskId }) => taskId)];
      const tasks = new Array<ShownTask | undefined>(requests.length);
      for (const row of await runPrepared<ShownTask & { readonly position: string }>(
        connection,
        READ_TASKS,
        values,
      )) {
        tasks[Number(row.position) - 1] = row;
      }
      return tasks;
    },
    { ...LOOKUP_BATCHES, findOwner: ({ ownerId }) => ownerId },
  );
}
