import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import type { RateDecision } from './rate.queries.ts';
import type { Scope } from './scope.ts';

/** A presented key's hash, and the limit that its request counts against. */
export interface AccessRequest {
  readonly hash: Buffer;
  readonly policy: string;
  readonly quota: number;
}

/** A valid key, and what its request found in its window. */
export interface Access {
  readonly keyId: string;
  readonly ownerId: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly decision: RateDecision;
}

interface AccessRow extends RateDecision, Omit<Access, 'decision'>, Record<string, unknown> {
  readonly position: string;
}

/** Looks up keys and counts their requests, in the order given; undefined for a key that is unknown or revoked. */
export async function checkAccess(
  database: Database,
  requests: readonly AccessRequest[],
): Promise<(Access | undefined)[]> {
  const column = <TName extends keyof AccessRequest>(name: TName) =>
    sql.param(requests.map((request) => request[name]));
  const { rows } = await database.execute<AccessRow>(sql`
    SELECT position, key_id AS "keyId", owner_id AS "ownerId", mode, scopes, allowed, remaining,
      reset_seconds AS "resetSeconds"
    FROM check_access(${column('hash')}, ${column('policy')}, ${column('quota')})`);
  const byPosition = new Map(rows.map((row) => [Number(row.position), row]));
  return requests.map((_, index) => {
    const row = byPosition.get(index + 1);
    if (row === undefined) return undefined;
    const { keyId, ownerId, mode, scopes, allowed, remaining, resetSeconds } = row;
    return { keyId, ownerId, mode, scopes, decision: { allowed, remaining, resetSeconds } };
  });
}
