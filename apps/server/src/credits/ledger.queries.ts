import { and, eq, sql } from 'drizzle-orm';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { accounts, grantKeys, ledgerEntries, type Mode } from '../db/tables.ts';

/** Credits an owner can spend, and credits held by unfinished tasks. */
export interface Balance {
  readonly available: number;
  readonly reserved: number;
}

/** Credits that someone grants, and why. */
export interface Grant {
  readonly ownerId: string;
  readonly mode: Mode;
  readonly amount: number;
  readonly actor?: Actor;
  readonly note?: string | undefined;
  /** Repeats of a grant with the same key are not booked. */
  readonly idempotencyKey?: string | undefined;
}

/** `repeated`: booked before with the same key. `conflict`: the key belongs to another grant. */
export type GrantOutcome = 'granted' | 'repeated' | 'conflict';

/** Adds credits to a balance. */
export async function grantCredits(
  database: Database,
  { ownerId, mode, amount, actor = COMMAND_LINE, note, idempotencyKey: key }: Grant,
): Promise<GrantOutcome> {
  return database.transaction(async (transaction) => {
    if (key !== undefined) {
      const grant = { ownerId, key, mode, amount };
      const added = await transaction.insert(grantKeys).values(grant).onConflictDoNothing().returning();
      if (added.length === 0) {
        const earlier = and(eq(grantKeys.ownerId, ownerId), eq(grantKeys.key, key));
        const [known] = await transaction.select().from(grantKeys).where(earlier);
        return known?.mode === mode && known.amount === amount ? 'repeated' : 'conflict';
      }
    }
    await transaction.insert(ledgerEntries).values({ ownerId, mode, amount, kind: 'grant' });
    const detail = { mode, amount, ...(note !== undefined && { note }) };
    await recordAudit(transaction, actor, { action: 'credits.grant', ownerId, detail });
    return 'granted';
  });
}

/** Reads one balance; an unknown owner has nothing. */
export async function readBalance(database: Database, ownerId: string, mode: Mode): Promise<Balance> {
  const [balance] = await database
    .select({ available: accounts.available, reserved: accounts.reserved })
    .from(accounts)
    .where(and(eq(accounts.ownerId, ownerId), eq(accounts.mode, mode)));
  return balance ?? { available: 0, reserved: 0 };
}

/** A balance, or a task's billing, that does not follow from the entries. */
export interface AuditFinding {
  readonly subject: string;
  readonly problem: string;
}

export interface Audit {
  readonly balanced: boolean;
  readonly accounts: number;
  /** Includes those of dropped months, of which the sums are left. */
  readonly entries: number;
  /** The sum of all postings: 0 unless the ledger is broken. */
  readonly sum: number;
  readonly findings: readonly AuditFinding[];
}

/** Recomputes every balance and every task's billing from the entries, in one snapshot. */
export async function auditLedger(database: Database): Promise<Audit> {
  return database.transaction(
    async (snapshot) => {
      const findings = [...(await wrongBalances(snapshot)), ...(await wrongBillings(snapshot))];
      const totals = await snapshot.execute<{ accounts: number; entries: number; sum: number }>(sql`
        SELECT (SELECT count(*)::int FROM accounts) AS accounts,
               -- Each entry has two postings.
               coalesce(sum(entries) / 2, 0)::float8 AS entries, coalesce(sum(amount), 0)::int AS sum
        FROM ledger_postings`);
      const total = totals.rows[0] ?? { accounts: 0, entries: 0, sum: 0 };
      return { balanced: findings.length === 0 && total.sum === 0, ...total, findings };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function wrongBalances(database: Database): Promise<AuditFinding[]> {
  const { rows } = await database.execute<{ subject: string; problem: string }>(sql`
    WITH recomputed AS (
      SELECT owner_id, mode,
        coalesce(sum(amount) FILTER (WHERE account = 'available'), 0) AS available,
        coalesce(sum(amount) FILTER (WHERE account = 'reserved'), 0) AS reserved
      FROM ledger_postings GROUP BY owner_id, mode
    )
    SELECT owner_id || ' ' || mode AS subject,
      format('holds %s available and %s reserved, its entries say %s and %s', accounts.available,
        accounts.reserved, coalesce(recomputed.available, 0), coalesce(recomputed.reserved, 0)) AS problem
    FROM accounts LEFT JOIN recomputed USING (owner_id, mode)
    WHERE (accounts.available, accounts.reserved)
      IS DISTINCT FROM (coalesce(recomputed.available, 0), coalesce(recomputed.reserved, 0))`);
  return rows;
}

async function wrongBillings(database: Database): Promise<AuditFinding[]> {
  const { rows } = await database.execute<{ subject: string; problem: string }>(sql`
    WITH booked AS (
      SELECT task_id, string_agg(kind, '+' ORDER BY ledger_entries.id) AS kinds,
        bool_and(ledger_entries.amount = tasks.credits) AS exact
      FROM ledger_entries JOIN tasks ON tasks.id = task_id GROUP BY task_id
    )
    SELECT tasks.id AS subject,
      format('is %s, its entries are %s', tasks.billing_status, coalesce(booked.kinds, 'none')) AS problem
    FROM tasks LEFT JOIN booked ON booked.task_id = tasks.id
    WHERE booked.exact IS NOT TRUE OR booked.kinds IS DISTINCT FROM CASE tasks.billing_status
      WHEN 'charged' THEN 'reserve+charge' WHEN 'refunded' THEN 'reserve+refund' ELSE 'reserve' END`);
  return rows;
}
