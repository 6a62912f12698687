import { batched, type Connection, LOOKUP_BATCHES, runPrepared } from '../db/batch.ts';
import type { Mode, Scope } from '../db/tables.ts';
import type { RateDecision } from './rate.queries.ts';

/** A presented key's hash, and the limit that its request counts against. */
export interface AuthenticationRequest {
  readonly hash: Buffer;
  readonly policy: string;
  readonly quota: number;
}

/** A valid key, and what its request found in its window. */
export interface AuthenticatedKey {
  readonly keyId: string;
  readonly ownerId: string;
  readonly mode: Mode;
  /** Empty if the owner is suspended. */
  readonly scopes: readonly Scope[];
  readonly decision: RateDecision;
}

interface AuthenticatedRow extends RateDecision, Omit<AuthenticatedKey, 'decision'> {
  readonly position: string;
}

const CHECK_ACCESS = {
  name: 'check-access',
  text: `SELECT position, key_id AS "keyId", owner_id AS "ownerId", mode, scopes, allowed, remaining,
      reset_seconds AS "resetSeconds"
    FROM check_access($1, $2, $3)`,
};

/** Looks up a key and counts its request; undefined for a key that is unknown or revoked. */
export type AuthenticateKey = (request: AuthenticationRequest) => Promise<AuthenticatedKey | undefined>;

/** Creates the lookup of keys of one process: requests that arrive together share a statement. */
export function createAuthenticateKey(connection: Connection): AuthenticateKey {
  return batched(
    (requests: readonly AuthenticationRequest[]) => authenticateKeys(connection, requests),
    LOOKUP_BATCHES,
  );
}

async function authenticateKeys(
  connection: Connection,
  requests: readonly AuthenticationRequest[],
): Promise<(AuthenticatedKey | undefined)[]> {
  const rows = await runPrepared<AuthenticatedRow>(connection, CHECK_ACCESS, [
    requests.map(({ hash }) => hash),
    requests.map(({ policy }) => policy),
    requests.map(({ quota }) => quota),
  ]);
  const answers = new Array<AuthenticatedKey | undefined>(requests.length);
  for (const { position, keyId, ownerId, mode, scopes, allowed, remaining, resetSeconds } of rows) {
    const decision = { allowed, remaining, resetSeconds };
    answers[Number(position) - 1] = { keyId, ownerId, mode, scopes, decision };
  }
  return answers;
}
