/** Lists events of the audit log, newest first. No request reads more than a bounded number of events, for any filter. */
import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AuditEvent, auditEvents } from '../db/console-tables.ts';
import { type Database, inIndexOrder } from '../db/database.ts';

export interface AuditFilter {
  readonly ownerId?: string | undefined;
  readonly action?: string | undefined;
  /** Id of the user who did it. */
  readonly actorId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Events before the one of this id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of events. It may be short although another one follows, as one of tasks. */
export interface AuditPage {
  readonly events: readonly AuditEvent[];
  /** The id before which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** Limit of events that a page examines to find those that its filters select. */
const MAX_EXAMINED = 10_000;

/** Lists events, the newest first. */
export async function listAuditEvents(
  database: Database,
  { limit, ...filter }: AuditFilter,
): Promise<AuditPage> {
  // Without this, the planner can read and sort all events of an owner, since a page examines many of them.
  const rows = await inIndexOrder(database, (transaction) =>
    selectExamined(transaction, filter).limit(limit + 1),
  );
  // The last examined event is where the next page begins, even if the filters do not select it.
  const selected = rows.filter(({ isSelected }) => isSelected);
  const last = selected.length > limit ? selected[limit - 1] : rows.find(({ rank }) => rank === MAX_EXAMINED);
  return { events: selected.slice(0, limit), next: last?.id };
}

/** Columns that an index contains together with the order, the one with the fewest events for a value first. */
const INDEXED = ['ownerId', 'actorId', 'action'] as const;

/** Selects from the newest events those that the filters select, and the last one that is examined. */
function selectExamined(database: Database, filter: Omit<AuditFilter, 'limit'>) {
  const { from, until } = filter;
  const equalities = INDEXED.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : { name, value };
  });
  const first = equalities[0];
  const names = first === undefined ? (['id'] as const) : ([first.name, 'id'] as const);
  const key = sql`(${sql.join(
    names.map((name) => auditEvents[name]),
    sql`, `,
  )})`;
  const at = (id: SQL) => (first === undefined ? sql`(${id})` : sql`(${first.value}, ${id})`);
  const residual = and(
    ...equalities.slice(1).map(({ name, value }) => eq(auditEvents[name], value)),
    from && gte(auditEvents.createdAt, from),
    until && lt(auditEvents.createdAt, until),
  );
  const order = sql.join(
    names.map((name) => desc(auditEvents[name])),
    sql`, `,
  );
  const examined = database
    .select({
      ...getTableColumns(auditEvents),
      isSelected: sql<boolean>`${residual ?? sql`true`}`.as('is_selected'),
      rank: sql`row_number() OVER (ORDER BY ${order})`.mapWith(Number).as('rank'),
    })
    .from(auditEvents)
    // The key as a whole, since an equality lets the planner follow the ids of the events of all owners instead.
    .where(and(sql`${key} > ${at(selectLowerBound(filter))}`, sql`${key} < ${at(selectUpperBound(filter))}`))
    .orderBy(order)
    .limit(MAX_EXAMINED)
    .as('examined');
  return database
    .select()
    .from(examined)
    .where(or(examined.isSelected, eq(examined.rank, MAX_EXAMINED)))
    .orderBy(...names.map((name) => desc(examined[name])));
}

/** Duration by which the order of ids may differ from that of times: that of a transaction, whose beginning is its time. */
const SLACK = sql`interval '10 minutes'`;

/** Gives an id before all events of the time that is listed. */
function selectLowerBound({ from }: Pick<AuditFilter, 'from'>): SQL {
  if (from === undefined) return sql`0`;
  return sql`greatest(0, (
    SELECT earlier.id FROM ${auditEvents} AS earlier
    WHERE earlier.created_at < ${from.toISOString()}::timestamptz - ${SLACK}
    ORDER BY earlier.created_at DESC LIMIT 1))`;
}

/** Gives an id after all events that the page may contain. */
function selectUpperBound({ until, before }: Pick<AuditFilter, 'until' | 'before'>): SQL {
  const end = sql`${before ?? Number.MAX_SAFE_INTEGER}::bigint`;
  if (until === undefined) return end;
  return sql`least(${end}, (
    SELECT later.id FROM ${auditEvents} AS later
    WHERE later.created_at >= ${until.toISOString()}::timestamptz + ${SLACK}
    ORDER BY later.created_at LIMIT 1))`;
}
