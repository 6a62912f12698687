/** Ranges of the ids of tasks, which begin with the time, so that a range is a range of months. */
import { type SQL, sql } from 'drizzle-orm';
import { encodeTime } from 'ulid';
import { type PageRequest, selectMoment } from './page.ts';

/** The end of all ids. */
export const LAST_ID = 'tasl';

const DAY_MS = 86_400_000;
/** Characters of an id that contain its time. */
const TIME_LENGTH = 10;
/** Months of the first steps of a page. */
const STEP_MONTHS = [1, 3];

/** Gives the first id of a moment, moved by the difference that clocks may have. */
export function createFirstId(moment: Date, slackMs: number): string {
  return `task_${encodeTime(Math.max(0, moment.getTime() + slackMs), TIME_LENGTH).toLowerCase()}`;
}

/** The steps in which a page is read, each over a wider range of ids. */
export interface PageSteps {
  readonly fromIds: readonly string[];
  readonly untilIds: readonly string[];
  /** For each step, the moment from which on its tasks are complete; null for the last one. */
  readonly completeFrom: readonly (Date | null)[];
}

/**
 * Plans the steps of a page: the month in which it begins, three months, all. The partitions of older months are not opened for
 * a page that is full before, nor those of months to come. Tasks are complete from a day after the first id on, since the clocks
 * of ids and of the database may differ; on the first days of a month, the months begin one earlier.
 */
export function planSteps(after: PageRequest['after'], nowMs: number): PageSteps {
  const endMs = Math.min(nowMs, Number(after?.micros ?? Number.POSITIVE_INFINITY) / 1_000);
  const start = new Date(endMs - 2 * DAY_MS);
  const fromMs = STEP_MONTHS.map((months) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - months + 1),
  );
  const untilId = createFirstId(new Date(endMs), DAY_MS);
  return {
    fromIds: [...fromMs.map((ms) => createFirstId(new Date(ms), 0)), ''],
    completeFrom: [...fromMs.map((ms) => new Date(ms + DAY_MS)), null],
    untilIds: [...fromMs.map(() => untilId), LAST_ID],
  };
}

/** Writes the arguments that `newest_tasks` and `newest_entries` have in common after owner and modes. */
export function writePageArguments({ after, limit }: PageRequest): SQL {
  const { fromIds, completeFrom, untilIds } = planSteps(after, Date.now());
  const moments = completeFrom.map((moment) => moment?.toISOString() ?? '-infinity');
  const before = after === undefined ? sql`'infinity', ''` : sql`${selectMoment(after)}, ${after.id}`;
  return sql`${before}, ${limit + 1}::integer, ${sql.param(fromIds)}::text[], ${sql.param(moments)}::timestamptz[],
    ${sql.param(untilIds)}::text[]`;
}
