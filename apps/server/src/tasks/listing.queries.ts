/**
 * Lists tasks by time, newest first, from partial indexes of `tasks`: of an owner, each task is in one of three.
 * No request reads more than a bounded number of tasks, for any filter. Pages without filters are read by functions whose
 * plans are kept (`newest_tasks`): PostgreSQL takes 20 ms to plan a page over 17 months.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { createFirstId, LAST_ID, planSteps, writePageArguments } from '../db/id-range.ts';
import { createPage, type Page, type PageRequest, type Position, selectMicros } from '../db/page.ts';
import type { Mode, Task } from '../db/tables.ts';
import {
  joinConditions,
  listGroups,
  listModes,
  residualFilters,
  residualFiltersAllOwners,
  type TaskFilter,
  withinRange,
} from './filter-conditions.ts';
import type { ShownTask } from './record.ts';
import { parseMoments } from './row-moments.ts';

/** A task as lists of the console show it. */
export type TaskSummary = Pick<
  Task,
  | 'id'
  | 'ownerId'
  | 'keyId'
  | 'mode'
  | 'model'
  | 'status'
  | 'billingStatus'
  | 'credits'
  | 'failedReason'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'inputReducedAt'
> & {
  readonly generationType: Task['input']['generation_type'];
  /** Its first 200 characters. */
  readonly prompt: string;
  /** Mode of the key, if there is one. */
  readonly keyName: string | null;
  readonly keyHint: string | null;
};

/**
 * Tasks that a page looks through, at most, for those that its filters let pass: some 20 ms where all of them have to be
 * read. The next page goes on from there.
 */
const MAX_EXAMINED = 10_000;

const SHOWN = sql`tasks.id, tasks.model, tasks.credits, tasks.status, tasks.billing_status AS "billingStatus",
  tasks.failed_reason AS "failedReason", tasks.has_last_frame AS "hasLastFrame", tasks.created_at AS "createdAt",
  tasks.started_at AS "startedAt", tasks.finished_at AS "finishedAt", tasks.video_expires_at AS "videoExpiresAt"`;
const SUMMARY = sql`${SHOWN}, tasks.owner_id AS "ownerId", tasks.key_id AS "keyId", tasks.mode,
  tasks.input_reduced_at AS "inputReducedAt", tasks.input ->> 'generation_type' AS "generationType",
  left(tasks.input ->> 'prompt', 200) AS prompt, key.name AS "keyName", key.hint AS "keyHint"`;

/** Lists tasks of an owner in a mode, as records show them. */
export function listTasks(
  database: Database,
  filter: TaskFilter & PageRequest & { readonly ownerId: string; readonly mode: Mode },
): Promise<Page<ShownTask>> {
  return readPage<ShownTask>(database, listOwner(SHOWN, filter));
}

/** Lists tasks of an owner, as the console shows them. */
export function listTaskSummaries(
  database: Database,
  filter: TaskFilter & PageRequest & { readonly ownerId: string },
): Promise<Page<TaskSummary>> {
  return readPage<TaskSummary>(database, listOwner(SUMMARY, filter));
}

/** Lists tasks of all owners, as the console shows them to operators. */
export function listAllTaskSummaries(
  database: Database,
  filter: TaskFilter & PageRequest,
): Promise<Page<TaskSummary>> {
  const fromIds = sql.param(planSteps(filter.after, Date.now()).fromIds);
  return readPage<TaskSummary>(database, {
    columns: SUMMARY,
    newest: sql`newest_tasks_of_all(${filter.after?.id ?? LAST_ID}, ${filter.limit + 1}, ${fromIds}::text[])`,
    candidates: selectFromAllOwners(filter),
    residual: residualFiltersAllOwners(filter),
    order: BY_ID,
    filter,
  });
}

interface Listing {
  readonly columns: SQL;
  /** The tasks of the page and the one after it, if the filter selects nothing but owner and mode. */
  readonly newest: SQL;
  /** Query for the ids, times and filtered columns of a limited number of tasks, newest first. */
  readonly candidates: (examined: number) => SQL;
  /** Conditions to apply to the candidates. */
  readonly residual: Readonly<Record<string, SQL>>;
  readonly order: { readonly forward: SQL; readonly backward: SQL; readonly shown: SQL };
  readonly filter: TaskFilter & PageRequest;
}

const BY_TIME: Listing['order'] = {
  forward: sql`created_at, id`,
  backward: sql`created_at DESC, id DESC`,
  shown: sql`listed."createdAt" DESC, listed.id DESC`,
};
const BY_ID: Listing['order'] = {
  forward: sql`id`,
  backward: sql`id DESC`,
  shown: sql`listed.id DESC`,
};

function listOwner(columns: SQL, filter: TaskFilter & PageRequest & { readonly ownerId: string }): Listing {
  const modes = sql.param(listModes(filter));
  return {
    columns,
    newest: sql`newest_tasks(${filter.ownerId}, ${modes}::text[], ${writePageArguments(filter)})`,
    candidates: selectFromOwner(filter.ownerId, filter),
    residual: residualFilters(filter),
    order: BY_TIME,
    filter,
  };
}

function readPage<TItem extends { readonly id: string }>(
  database: Database,
  listing: Listing,
): Promise<Page<TItem>> {
  const { status, billingStatus, createdFrom, createdBefore } = listing.filter;
  const isFiltered = [status, billingStatus, createdFrom, createdBefore].some((each) => each !== undefined);
  return isFiltered || Object.keys(listing.residual).length > 0
    ? readFiltered(database, listing)
    : readNewest(database, listing);
}

const WITH_KEY = sql`LEFT JOIN LATERAL (SELECT name, hint FROM api_keys WHERE id = tasks.key_id OFFSET 0) AS key ON true`;

async function readNewest<TItem extends { readonly id: string }>(
  database: Database,
  { columns, newest, order, filter: { limit } }: Listing,
): Promise<Page<TItem>> {
  const { rows } = await database.execute<Position & TItem & Record<string, unknown>>(sql`
    SELECT * FROM (
      SELECT ${selectMicros(sql`tasks.created_at`)} AS micros, ${columns} FROM ${newest} AS tasks ${WITH_KEY}
    ) AS listed ORDER BY ${order.shown}`);
  return createPage(rows, limit, (row) => parseMoments(row) as TItem);
}

/** How far a statement looked. */
interface ReachRow {
  readonly examined: number;
  readonly reachMicros: string;
  readonly reachId: string;
}

async function readFiltered<TItem extends { readonly id: string }>(
  database: Database,
  { columns, candidates, residual, order, filter }: Listing,
): Promise<Page<TItem>> {
  const rest = Object.values(residual);
  const wanted = filter.limit + 1;
  const examined = rest.length === 0 ? wanted : (filter.maxExamined ?? MAX_EXAMINED);
  type Row = ReachRow & { readonly id: string | null } & Record<string, unknown>;
  type Found = ReachRow & Position & TItem;
  const { rows } = await database.execute<Row>(sql`
    WITH examined AS MATERIALIZED (${candidates(examined)}),
    reach AS (
      SELECT (SELECT count(*)::int FROM examined) AS examined, ${selectMicros(sql`created_at`)} AS micros, id
      FROM examined ORDER BY ${order.forward} LIMIT 1
    ), passing AS MATERIALIZED (
      SELECT id, created_at FROM examined WHERE ${joinConditions(rest)} ORDER BY ${order.backward} LIMIT ${wanted}
    )
    SELECT reach.examined, reach.micros AS "reachMicros", reach.id AS "reachId", listed.*
    FROM reach LEFT JOIN (
      SELECT ${selectMicros(sql`tasks.created_at`)} AS micros, ${columns}
      FROM passing JOIN tasks ON tasks.id = passing.id ${WITH_KEY}
    ) AS listed ON true
    ORDER BY ${order.shown}`);
  const found = rows.filter(({ id }) => id !== null) as unknown as Found[];
  const items = found.slice(0, filter.limit).map(parseMoments);
  return { items, next: findNext(rows[0], found, { limit: filter.limit, examined }) };
}

/** A page ends at its last item, or at the last task that was looked at when that was not all. */
function findNext(
  reach: ReachRow | undefined,
  found: readonly { readonly id: string; readonly micros: string }[],
  { limit, examined }: { readonly limit: number; readonly examined: number },
): Position | undefined {
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) return { micros: last.micros, id: last.id };
  if (reach === undefined || reach.examined < examined) return undefined;
  return { micros: reach.reachMicros, id: reach.reachId };
}

/** The newest tasks of an owner, out of the indexes whose groups the filter leaves. */
function selectFromOwner(ownerId: string, filter: TaskFilter & PageRequest) {
  const columns = listColumns(residualFilters(filter));
  return (examined: number): SQL => {
    const branches = listModes(filter).flatMap((mode) =>
      listGroups(filter).map(
        ({ condition }) => sql`(
          SELECT ${columns} FROM tasks
          WHERE owner_id = ${ownerId} AND mode = ${mode} AND ${condition} AND ${withinRange(filter)}
          ORDER BY created_at DESC, id DESC LIMIT ${examined}
        )`,
      ),
    );
    if (branches.length === 0) return sql`SELECT ${columns} FROM tasks WHERE false`;
    const merged = sql.join(branches, sql` UNION ALL `);
    return sql`SELECT * FROM (${merged}) AS merged ORDER BY created_at DESC, id DESC LIMIT ${examined}`;
  };
}

/**
 * The newest tasks of all owners: by their ids, which begin with the time. What the filter asks is tried on each; a range
 * of time narrows the ids, by a clock that may differ from the database's.
 */
function selectFromAllOwners(filter: TaskFilter & PageRequest) {
  const columns = listColumns(residualFiltersAllOwners(filter));
  const { after, createdFrom, createdBefore } = filter;
  const conditions: SQL[] = [];
  if (after !== undefined) conditions.push(sql`id < ${after.id}`);
  if (createdFrom !== undefined) conditions.push(sql`id >= ${createFirstId(createdFrom, -CLOCK_SLACK_MS)}`);
  if (createdBefore !== undefined) conditions.push(sql`id < ${createFirstId(createdBefore, CLOCK_SLACK_MS)}`);
  return (examined: number): SQL =>
    sql`SELECT ${columns} FROM tasks WHERE ${joinConditions(conditions)} ORDER BY id DESC LIMIT ${examined}`;
}

const CLOCK_SLACK_MS = 60_000;

function listColumns(rest: Readonly<Record<string, SQL>>): SQL {
  return sql.raw([...new Set(['id', 'created_at', ...Object.keys(rest)])].join(', '));
}
