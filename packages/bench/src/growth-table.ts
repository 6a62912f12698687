/** Needs of rates of tasks, computed from the measured costs of one task. */

/** The CPU times of one request or one task in microseconds, of the API or worker and of PostgreSQL, and its log. */
export interface Cost {
  readonly process: number;
  readonly postgresql: number;
  readonly walBytes: number;
}

/** The measured costs of a task, and the bytes that it leaves. */
export interface TaskCosts {
  readonly submission: Cost;
  readonly unfinishedQuery: Cost;
  readonly endedQuery: Cost;
  /** From the claim of the job to the delivered callback, without rendering. */
  readonly end: Cost;
  readonly stored: { readonly tasks: number; readonly callbacks: number };
}

const RATES = [1e4, 1e5, 1e6, 1e7, 1e8];
const SECONDS_PER_HOUR = 3_600;
const HOURS_PER_DAY = 24;
const MICROSECONDS = 1e6;
const MEGABYTE = 1e6;
const GIGABYTE = 1e9;

/** Computes the rows: a task is submitted, queried while it is unfinished, ends, and is queried once more. */
export function growthRows(costs: TaskCosts, unfinishedQueries: number) {
  const { submission, unfinishedQuery, endedQuery, end, stored } = costs;
  const api = submission.process + unfinishedQueries * unfinishedQuery.process + endedQuery.process;
  const sum = (kind: 'postgresql' | 'walBytes') =>
    submission[kind] + unfinishedQueries * unfinishedQuery[kind] + endedQuery[kind] + end[kind];
  return RATES.map((perHour) => {
    const perSecond = perHour / SECONDS_PER_HOUR;
    const cores = (microseconds: number) => (perSecond * microseconds) / MICROSECONDS;
    return {
      perHour,
      perSecond,
      apiCores: cores(api),
      workerCores: cores(end.process),
      postgresqlCores: cores(sum('postgresql')),
      walMbPerSecond: (perSecond * sum('walBytes')) / MEGABYTE,
      storedGbPerDay: (perHour * HOURS_PER_DAY * (stored.tasks + stored.callbacks)) / GIGABYTE,
    };
  });
}
