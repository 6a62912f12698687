/** Ranges of the ids of tasks, which begin with the time, so that a range is a range of months. */
import { encodeTime } from 'ulid';
import type { Position } from '../db/page.ts';

/** Ids from the first one on, without the second. */
export interface IdRange {
  readonly from: string;
  readonly until: string;
}

/** Range of all ids, in any order of letters. */
export const ALL_IDS: IdRange = { from: '', until: 'tasl' };

const DAY_MS = 86_400_000;
/** Characters of an id that contain its time. */
const TIME_LENGTH = 10;

/** Gives the first id of a moment, moved by the difference that clocks may have. */
export function createFirstId(moment: Date, slackMs: number): string {
  return `task_${encodeTime(Math.max(0, moment.getTime() + slackMs), TIME_LENGTH).toLowerCase()}`;
}

/**
 * Gives the ids of the month in which a page begins, and of the month before it on the first days: the partitions of older
 * months are then not opened. A full page is complete if its tasks are a day younger than the range, since the clocks of ids
 * and of the database may differ.
 */
export function latestMonths(
  after: Position | undefined,
  nowMs: number,
): IdRange & { readonly completeFromMicros: number } {
  const endMs = after === undefined ? nowMs : Math.min(nowMs, Number(after.micros) / 1_000);
  const start = new Date(endMs - 2 * DAY_MS);
  const monthMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth());
  return {
    from: createFirstId(new Date(monthMs), 0),
    until: after === undefined ? ALL_IDS.until : createFirstId(new Date(endMs), DAY_MS),
    completeFromMicros: (monthMs + DAY_MS) * 1_000,
  };
}
