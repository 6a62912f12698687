import type { Overview, Window } from '@keyframe/console-contract/client';
import { useDeferredValue } from 'react';
import { BarChart } from '../../components/bar-chart.tsx';
import { Card } from '../../components/card.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import {
  formatDuration,
  formatHour,
  formatMinute,
  formatNumber,
  formatShare,
  formatZone,
} from '../../format.ts';
import styles from './overview.module.css';

export const WINDOWS = [
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const satisfies readonly { value: Window; label: string }[];

type Course = Pick<Overview, 'series' | 'window'>;

const NO_COURSE: Course = { series: [], window: '24h' };

/** Key figures of a team or of the whole service, and their course. */
export function OverviewFigures({ overview }: { readonly overview: Overview }) {
  const { latency } = overview;
  // The charts come after the figures, in slices: a slow phone answers a touch in between.
  const { series, window } = useDeferredValue<Course>(overview, NO_COURSE);
  const zone = formatZone(new Date(overview.at));
  const steps = series.map((point) => ({ ...point, label: stepLabel(point.at, window) }));
  return (
    <>
      <Figures>
        <Figure
          label="Tasks accepted"
          value={formatNumber(overview.tasks)}
          note={`${formatNumber(overview.completed)} completed, ${formatNumber(overview.failed)} failed`}
        />
        <Figure
          label="Success rate"
          value={overview.success_rate === null ? '–' : formatShare(overview.success_rate)}
          note="of the tasks that ended"
        />
        <Figure
          label="Time to completion, p50"
          value={seconds(latency.p50)}
          note={`p90 ${seconds(latency.p90)}, p99 ${seconds(latency.p99)}`}
        />
        <Figure
          label="Queue"
          value={formatNumber(overview.queued)}
          note={`${formatNumber(overview.generating)} generating now`}
        />
        <Figure
          label="Credits spent"
          value={formatNumber(overview.credits_spent)}
          note="charged or reserved"
        />
      </Figures>
      <div className={styles.charts}>
        <Card title="Tasks">
          <BarChart
            label="Tasks by outcome"
            zone={zone}
            series={['Completed', 'In progress', 'Failed']}
            colors={[4, 2, 5].map((chart) => `var(--color-chart-${chart})`)}
            bars={steps.map(({ label, tasks, completed, failed }) => ({
              label,
              values: [completed, tasks - completed - failed, failed],
            }))}
          />
        </Card>
        <Card title="Credits">
          <BarChart
            label="Credits spent"
            zone={zone}
            series={['Credits']}
            bars={steps.map(({ label, credits }) => ({ label, values: [credits] }))}
          />
        </Card>
      </div>
    </>
  );
}

function seconds(value: number | null): string {
  return value === null ? '–' : formatDuration(value * 1000);
}

function stepLabel(at: string, window: Window): string {
  return (window === '1h' || window === '24h' ? formatMinute : formatHour)(new Date(at));
}
