/** Lists movements of credits by time, newest first, from the partial indexes of migration 0020. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { executeKept } from '../db/kept-plans.ts';
import { createPage, type Page, type Position, roundPage, selectMicros, selectMoment } from '../db/page.ts';
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
const KINDS = ['grant', 'charge', 'refund'] as const satisfies LedgerEntry['kind'][];
const COLUMNS = sql`entry.id, entry.mode, entry.kind, entry.amount, entry.task_id, entry.created_at`;
/** Orders entries of the same time; digits come before the ids of tasks. */
const TIE = { grant: sql`lpad(entry.id::text, 19, '0')`, task: sql`entry.task_id` };

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
  const { ownerId, limit } = filter;
  const branches = filter.taskId === undefined ? selectBranches(filter) : [ofTask(filter, filter.taskId)];
  const statement = sql`
    SELECT id::float8 AS number, mode, kind, amount::float8 AS amount, task_id AS "taskId", created_at AS "createdAt",
      ${selectMicros(sql`created_at`)} AS micros, tie AS id
    FROM (${sql.join(branches, sql` UNION ALL `)}) AS merged
    ORDER BY created_at DESC, tie DESC LIMIT ${limitRows(limit)}`;
  type Row = EntryRow & Record<string, unknown>;
  const isFrequent = filter.taskId === undefined && filter.kind === undefined;
  const rows = isFrequent
    ? await executeKept<Row>(database, statement)
    : (await database.execute<Row>(statement)).rows;
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

function limitRows(limit: number): SQL {
  return sql.raw(String(roundPage(limit + 1)));
}

function ofTask({ ownerId, kind, after, mode }: EntryFilter, taskId: string): SQL {
  const ofKind = kind === undefined ? sql`true` : sql`entry.kind = ${kind}`;
  const ofMode = mode === undefined ? sql`true` : sql`entry.mode = ${mode}`;
  return sql`
    SELECT ${COLUMNS}, entry.task_id AS tie FROM ledger_entries AS entry
    WHERE entry.task_id = ${taskId} AND entry.owner_id = ${ownerId} AND ${ofKind} AND ${ofMode}
      AND ${beyond(after, sql`entry.created_at`, TIE.task)}`;
}

function selectBranches({ ownerId, mode, kind, after, limit }: EntryFilter): SQL[] {
  const modes = mode === undefined ? MODES : [mode];
  const settled = KINDS.filter((each) => kind === undefined || kind === each);
  return modes.flatMap((ofMode) => [
    ...settled.map((each) => {
      const order = each === 'grant' ? sql`entry.id` : sql`entry.task_id`;
      const tie = each === 'grant' ? TIE.grant : TIE.task;
      return sql`(
        SELECT ${COLUMNS}, ${tie} AS tie FROM ledger_entries AS entry
        WHERE entry.owner_id = ${ownerId} AND entry.mode = ${ofMode} AND entry.kind = ${sql.raw(`'${each}'`)}
          ${each === 'grant' ? sql`AND entry.task_id IS NULL` : sql``} AND ${beyond(after, sql`entry.created_at`, tie)}
        ORDER BY entry.created_at DESC, ${order} DESC LIMIT ${limitRows(limit)}
      )`;
    }),
    ...(kind === undefined || kind === 'reserve'
      ? [reservations({ ownerId, mode: ofMode, after, limit })]
      : []),
  ]);
}

const GROUPS = [
  sql`finished_at IS NULL`,
  sql`video_expires_at IS NOT NULL`,
  sql`finished_at IS NOT NULL AND video_expires_at IS NULL`,
];

/** Reservations by their tasks, which were accepted in the same transaction, and so at the same time. */
function reservations({ ownerId, mode, after, limit }: EntryFilter): SQL {
  const groups = GROUPS.map(
    (condition) => sql`(
      SELECT id, created_at FROM tasks
      WHERE owner_id = ${ownerId} AND mode = ${mode} AND ${condition}
        AND ${beyond(after, sql`created_at`, sql`id`)}
      ORDER BY created_at DESC, id DESC LIMIT ${limitRows(limit)}
    )`,
  );
  return sql`(
    SELECT ${COLUMNS}, entry.task_id AS tie
    FROM (
      SELECT * FROM (${sql.join(groups, sql` UNION ALL `)}) AS tasks_of_owner
      ORDER BY created_at DESC, id DESC LIMIT ${limitRows(limit)}
    ) AS task JOIN ledger_entries AS entry ON entry.task_id = task.id AND entry.kind = 'reserve'
  )`;
}

function beyond(after: Position | undefined, moment: SQL, tie: SQL): SQL {
  return after === undefined ? sql`true` : sql`(${moment}, ${tie}) < (${selectMoment(after)}, ${after.id})`;
}
