import { batched, type Connection, LOOKUP_BATCHES, runPrepared } from '../db/batch.ts';
import type { Mode, Scope } from '../db/tables.ts';
import type { OwnerDecision, RateDecision } from './rate.queries.ts';

/** Hash of a key that was presented, and the limits that its request counts against. */
export interface AuthenticationRequest {
  readonly hash: Buffer;
  readonly policy: string;
  /** Requests a minute of the key. */
  readonly quota: number;
  /** Requests a minute of all keys of its owner and mode. */
  readonly ownerQuota: number;
}

/** The key of a request. */
export interface RequestKey {
  readonly keyId: string;
  readonly ownerId: string;
  readonly mode: Mode;
}

/** A valid key, and whether its limits let the request pass. */
export interface AuthenticatedKey extends RequestKey {
  /** Null for a key that does not expire. */
  readonly validSeconds: number | null;
  /** Empty if the owner is suspended. */
  readonly scopes: readonly Scope[];
  readonly decision: RateDecision;
  /** Undefined if the limit of the key refuses the request, which then counts against no other. */
  readonly ownerDecision: OwnerDecision | undefined;
}

interface AuthenticatedRow extends RateDecision, Omit<AuthenticatedKey, 'decision' | 'ownerDecision'> {
  readonly position: string;
  readonly ownerAllowed: boolean | null;
  readonly ownerResetSeconds: number;
}

const CHECK_ACCESS = {
  name: 'check-access',
  text: `SELECT position, key_id AS "keyId", owner_id AS "ownerId", mode, scopes, allowed, remaining,
      reset_seconds AS "resetSeconds", owner_allowed AS "ownerAllowed", owner_reset_seconds AS "ownerResetSeconds",
      key_valid_seconds AS "validSeconds"
    FROM check_access($1, $2, $3, $4)`,
};

/** Looks up a key and counts its request; undefined for a key that is unknown or revoked. */
export type AuthenticateKey = (request: AuthenticationRequest) => Promise<AuthenticatedKey | undefined>;

/** Creates the lookup of keys of one process: requests that arrive together share a statement. */
export function createAuthenticateKey(connection: Connection): AuthenticateKey {
  return batched((requests: readonly AuthenticationRequest[]) => authenticateKeys(connection, requests), {
    ...LOOKUP_BATCHES,
    findOwner: ({ hash }) => hash.toString('latin1'),
  });
}

async function authenticateKeys(
  connection: Connection,
  requests: readonly AuthenticationRequest[],
): Promise<(AuthenticatedKey | undefined)[]> {
  const rows = await runPrepared<AuthenticatedRow>(connection, CHECK_ACCESS, [
    requests.map(({ hash }) => hash),
    requests.map(({ policy }) => policy),
    requests.map(({ quota }) => quota),
    requests.map(({ ownerQuota }) => ownerQuota),
  ]);
  const answers = new Array<AuthenticatedKey | undefined>(requests.length);
  for (const row of rows) {
    const { position, keyId, ownerId, mode, validSeconds, scopes } = row;
    const { allowed, remaining, resetSeconds } = row;
    const decision = { allowed, remaining, resetSeconds };
    const ownerDecision = toOwnerDecision(row);
    const key = { keyId, ownerId, mode, validSeconds, scopes };
    answers[Number(position) - 1] = { ...key, decision, ownerDecision };
  }
  return answers;
}

/** Reads the decision from the columns of a row; they are null for a request that was not counted. */
export function toOwnerDecision(row: {
  readonly ownerAllowed: boolean | null;
  readonly ownerResetSeconds: number;
}): OwnerDecision | undefined {
  const { ownerAllowed: allowed, ownerResetSeconds: resetSeconds } = row;
  return allowed === null ? undefined : { allowed, resetSeconds };
}
