/** Filters of lists of tasks, and the SQL conditions that they become. */
import { type SQL, sql } from 'drizzle-orm';
import { type PageRequest, selectMoment } from '../db/page.ts';
import type { BillingStatus, Mode, Task, TaskStatus } from '../db/tables.ts';

/** Filters of a list of tasks; an omitted one accepts all. */
export interface TaskFilter {
  readonly mode?: Mode | undefined;
  readonly status?: TaskStatus | undefined;
  readonly billingStatus?: BillingStatus | undefined;
  readonly model?: Task['model'] | undefined;
  readonly keyId?: string | undefined;
  /** Prefix of the id. */
  readonly idPrefix?: string | undefined;
  /** A part of the prompt, in any case. */
  readonly promptPart?: string | undefined;
  /** Tasks that a page examines at most if filters remain; without it, MAX_EXAMINED. */
  readonly maxExamined?: number | undefined;
  readonly createdFrom?: Date | undefined;
  /** The first moment that is not listed any more. */
  readonly createdBefore?: Date | undefined;
}

/** Each group has an index of its own: its condition, and the statuses in it. */
const GROUPS: readonly {
  readonly condition: SQL;
  readonly statuses: readonly TaskStatus[];
  readonly billingStatuses: readonly BillingStatus[];
}[] = [
  {
    condition: sql`finished_at IS NULL`,
    statuses: ['queued', 'generating'],
    billingStatuses: ['reserved'],
  },
  { condition: sql`video_expires_at IS NOT NULL`, statuses: ['completed'], billingStatuses: ['charged'] },
  {
    condition: sql`finished_at IS NOT NULL AND video_expires_at IS NULL`,
    statuses: ['failed'],
    billingStatuses: ['refunded', 'refund_failed'],
  },
];
const MODES: readonly Mode[] = ['live', 'test'];

/** Lists the modes that the filter leaves. */
export function listModes({ mode }: TaskFilter): readonly Mode[] {
  return mode === undefined ? MODES : [mode];
}

/** Lists the groups that the filter leaves. */
export function listGroups({ status, billingStatus }: TaskFilter) {
  return GROUPS.filter(
    ({ statuses, billingStatuses }) =>
      (status === undefined || statuses.includes(status)) &&
      (billingStatus === undefined || billingStatuses.includes(billingStatus)),
  );
}

/** Writes the range of time that page and filter leave. */
export function withinRange({ after, createdFrom, createdBefore }: TaskFilter & PageRequest): SQL {
  const conditions: SQL[] = [];
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${selectMoment(after)}, ${after.id})`);
  if (createdFrom !== undefined)
    conditions.push(sql`created_at >= ${createdFrom.toISOString()}::timestamptz`);
  if (createdBefore !== undefined)
    conditions.push(sql`created_at < ${createdBefore.toISOString()}::timestamptz`);
  return joinConditions(conditions);
}

/** Joins conditions that all must hold; none of them accepts every row. */
export function joinConditions(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `);
}

/** Conditions that the groups do not imply, by column; they are applied to the tasks that were read. */
export function residualFilters({
  status,
  billingStatus,
  model,
  keyId,
  idPrefix,
  promptPart,
}: TaskFilter): Readonly<Record<string, SQL>> {
  const isImpliedByIndex = status !== 'queued' && status !== 'generating';
  const isBillingImpliedByIndex =
    billingStatus === undefined || billingStatus === 'reserved' || billingStatus === 'charged';
  return {
    ...(!isImpliedByIndex && { status: sql`status = ${status}` }),
    ...(!isBillingImpliedByIndex && { billing_status: sql`billing_status = ${billingStatus}` }),
    ...(model !== undefined && { model: sql`model = ${model}` }),
    ...(keyId !== undefined && { key_id: sql`key_id = ${keyId}` }),
    ...(promptPart !== undefined && {
      input: sql`strpos(lower(input ->> 'prompt'), lower(${promptPart})) > 0`,
    }),
    ...(idPrefix !== undefined && { id: sql`starts_with(id, ${idPrefix})` }),
  };
}

/** For the tasks of all owners, an index provides only the order. */
export function residualFiltersAllOwners(filter: TaskFilter): Readonly<Record<string, SQL>> {
  const { mode, status, billingStatus, createdFrom, createdBefore } = filter;
  const within = withinRange({ createdFrom, createdBefore, limit: 0 });
  return {
    ...residualFilters(filter),
    ...(mode !== undefined && { mode: sql`mode = ${mode}` }),
    ...(status !== undefined && { status: sql`status = ${status}` }),
    ...(billingStatus !== undefined && { billing_status: sql`billing_status = ${billingStatus}` }),
    ...((createdFrom !== undefined || createdBefore !== undefined) && { created_at: within }),
  };
}
