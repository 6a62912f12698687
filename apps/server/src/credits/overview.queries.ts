/** Overview of an owner or of the whole service, read from the database, so every process returns the same. */
import type { Database } from '../db/database.ts';
import {
  estimateLatency,
  readLatencies,
  readQueue,
  readUsageSteps,
  type UsageCounts,
  type UsageFilter,
  type UsagePoint,
} from './usage.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Windows and their steps, which begin at multiples of their length since 1970. */
const WINDOWS = {
  '1h': { stepMs: 5 * MINUTE_MS, steps: 12, span: 'minutes' },
  '24h': { stepMs: HOUR_MS, steps: 24, span: 'hour' },
  '7d': { stepMs: 6 * HOUR_MS, steps: 28, span: 'hour' },
  '30d': { stepMs: 24 * HOUR_MS, steps: 30, span: 'hour' },
} as const;

/** A time until now that is looked at. */
export type Window = keyof typeof WINDOWS;

export interface Overview extends UsageCounts {
  readonly at: Date;
  readonly window: Window;
  readonly latency: { readonly p50: number | null; readonly p90: number | null; readonly p99: number | null };
  readonly queued: number;
  readonly generating: number;
  /** Every step of the window, the first one first. */
  readonly series: readonly UsagePoint[];
}

/** Reads the figures of a window that ends at `now`. */
export async function readOverview(
  database: Database,
  filter: UsageFilter,
  { window, now }: { readonly window: Window; readonly now: Date },
): Promise<Overview> {
  const { stepMs, steps, span } = WINDOWS[window];
  const to = (Math.floor(now.getTime() / stepMs) + 1) * stepMs;
  const from = to - steps * stepMs;
  const range = { from: new Date(from), to: new Date(to), span };
  const [points, buckets, queue] = await Promise.all([
    readUsageSteps(database, filter, { ...range, stepMs }),
    readLatencies(database, filter, range),
    readQueue(database, filter),
  ]);
  const byTime = new Map(points.map((point) => [point.at.getTime(), point]));
  const series = Array.from({ length: steps }, (_, index) => {
    const at = from + index * stepMs;
    return byTime.get(at) ?? { at: new Date(at), tasks: 0, completed: 0, failed: 0, credits: 0 };
  });
  const percentile = (percent: number) => estimateLatency(buckets, percent);
  const latency = { p50: percentile(50), p90: percentile(90), p99: percentile(99) };
  return { at: now, window, ...sumUsage(series), latency, ...queue, series };
}

function sumUsage(series: readonly UsageCounts[]): UsageCounts {
  const sum = (name: keyof UsageCounts) => series.reduce((total, point) => total + point[name], 0);
  return { tasks: sum('tasks'), completed: sum('completed'), failed: sum('failed'), credits: sum('credits') };
}
