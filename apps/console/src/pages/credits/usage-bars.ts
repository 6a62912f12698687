import type { UsageItem } from '@keyframe/console-contract/client';
import type { Bar } from '../../components/bar-chart.tsx';
import { formatDay } from '../../format.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

export interface UsageView {
  readonly group: 'model' | 'mode';
  readonly measure: 'credits' | 'tasks';
  readonly today: Date;
}

/** Makes a bar of each of the last 30 days in UTC, those without use included, of a series for each model or mode. */
export function usageBars(
  items: readonly UsageItem[],
  { group, measure, today }: UsageView,
): { series: string[]; bars: Bar[] } {
  const series = [...new Set(items.map((item) => item[group]))].sort();
  const days = Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(today.getTime() - (DAYS - 1 - index) * DAY_MS);
    return { date, day: date.toISOString().slice(0, 10) };
  });
  const bars = days.map(({ date, day }) => ({
    label: formatDay(date),
    values: series.map((name) =>
      items
        .filter((item) => item.day === day && item[group] === name)
        .reduce((total, item) => total + item[measure], 0),
    ),
  }));
  return { series, bars };
}
