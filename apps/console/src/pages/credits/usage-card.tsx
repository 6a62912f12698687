import type { Usage, UsageItem } from '@keyframe/console-contract/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { BarChart } from '../../components/bar-chart.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { readable } from '../../components/statuses.tsx';
import { usageBars } from './usage-bars.ts';

const GROUPS = [
  { value: 'model', label: 'By model' },
  { value: 'mode', label: 'By mode' },
] as const;
const MEASURES = [
  { value: 'credits', label: 'Credits' },
  { value: 'tasks', label: 'Tasks' },
] as const;

/** The use of each of the last 30 days. */
export function UsageCard({ query }: { readonly query: UseQueryResult<Usage> }) {
  const [group, setGroup] = useState<'model' | 'mode'>('model');
  const [measure, setMeasure] = useState<'credits' | 'tasks'>('credits');
  return (
    <Card
      title="Usage, last 30 days"
      actions={
        <>
          <Segmented label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />
          <Segmented label="Group" options={GROUPS} value={group} onChange={setGroup} />
        </>
      }
    >
      <QueryView query={query} rows={6}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={ChartColumn} title="No use yet">
              Credits and tasks show here by day.
            </EmptyState>
          ) : (
            <Chart items={data} group={group} measure={measure} />
          )
        }
      </QueryView>
    </Card>
  );
}

function Chart({
  items,
  group,
  measure,
}: {
  readonly items: readonly UsageItem[];
  readonly group: 'model' | 'mode';
  readonly measure: 'credits' | 'tasks';
}) {
  const { series, bars } = usageBars(items, { group, measure, today: new Date() });
  return (
    <BarChart
      label={`${readable(measure)} by day and ${group}`}
      zone="UTC"
      series={group === 'mode' ? series.map(readable) : series}
      bars={bars}
    />
  );
}
