/** Lists movements of credits by time, newest first, from partial indexes of `ledger_entries`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { writePageArguments } from '../db/id-range.ts';
import { createPage, type Page, type Position, selectMicros, selectMoment } from '../db/page.ts';
import type { LedgerEntry, Mode } from '../db/tables.ts';

/** Filter for movements; an absent property lets all pass. */
export interface EntryFilter {
  readonly ownerId: string;
  readonly mode?: Mode | undefined;
  readonly kind?: LedgerEntry['kind'] | undefined;
  readonly taskId?: string | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

const MODES: readonly Mode[] = ['live', 'test'];
const KINDS: readonly LedgerEntry['kind'][] = ['grant', 'reserve', 'charge', 'refund'];
/** Orders entries of the same time; digits come before the ids of tasks. */
const TIE = sql`coalesce(entry.task_id, lpad(entry.id::text, 19, '0'))`;

type EntryRow = Position & {
  readonly number: number;
  readonly mode: Mode;
  readonly kind: LedgerEntry['kind'];
  readonly amount: number;
  readonly taskId: string | null;
  readonly createdAt: string;
};

/** Lists movements of an owner. Each index is read as far as one page needs it. */
export async function listEntries(database: Database, filter: EntryFilter): Promise<Page<LedgerEntry>> {
  const { ownerId, limit, taskId } = filter;
  const entries = taskId === undefined ? selectNewest(filter) : selectOfTask(filter, taskId);
  const { rows } = await database.execute<EntryRow & Record<string, unknown>>(sql`
    SELECT id::float8 AS number, mode, kind, amount::float8 AS amount, task_id AS "taskId", created_at AS "createdAt",
      ${selectMicros(sql`created_at`)} AS micros, ${TIE} AS id
    FROM ${entries} AS entry
    ORDER BY created_at DESC, ${TIE} DESC LIMIT ${limit + 1}`);
  return createPage(rows, limit, ({ number, createdAt, ...entry }) => ({
    id: number,
    ownerId,
    mode: entry.mode,
    kind: entry.kind,
    amount: entry.amount,
    taskId: entry.taskId,
    createdAt: new Date(createdAt),
  }));
}

/** Some more entries than the page holds: a page of each kind. */
function selectNewest({ ownerId, mode, kind, ...page }: EntryFilter): SQL {
  const modes = sql.param(mode === undefined ? MODES : [mode]);
  const kinds = sql.param(kind === undefined ? KINDS : [kind]);
  return sql`newest_entries(${ownerId}, ${modes}::text[], ${kinds}::text[], ${writePageArguments(page)})`;
}

function selectOfTask({ ownerId, kind, after, mode }: EntryFilter, taskId: string): SQL {
  const ofKind = kind === undefined ? sql`true` : sql`entry.kind = ${kind}`;
  const ofMode = mode === undefined ? sql`true` : sql`entry.mode = ${mode}`;
  const ofPage =
    after === undefined ? sql`true` : sql`(entry.created_at, ${TIE}) < (${selectMoment(after)}, ${after.id})`;
  return sql`(
    SELECT * FROM ledger_entries AS entry
    WHERE entry.task_id = ${taskId} AND entry.owner_id = ${ownerId} AND ${ofKind} AND ${ofMode} AND ${ofPage}
  )`;
}
