import { listTasks } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { Link } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { ModeBadge, readable, TaskBadge } from '../../components/statuses.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';

const SHOWN = 6;
const WATCH_MS = 5000;

/** The newest tasks. */
export function RecentTasks({ ownerId }: { readonly ownerId: string }) {
  const query = useQuery({
    ...operationQuery(listTasks, { path: { ownerId }, query: { limit: SHOWN } }),
    refetchInterval: watchUntil(() => false, WATCH_MS),
  });
  const base = `/owners/${ownerId}/tasks`;
  return (
    <Card title="Latest tasks" actions={<Link href={base}>All tasks</Link>} isFlush>
      <QueryView query={query} rows={SHOWN}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Clapperboard} title="No tasks yet">
              Generate a video in the Playground, or call the API with a key.
            </EmptyState>
          ) : (
            <Table
              label="Latest tasks"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: 'Prompt',
                  cell: ({ id, prompt, generation_type: type }) => (
                    <Stacked
                      main={<Link href={`${base}/${id}`}>{prompt ?? id}</Link>}
                      below={readable(type)}
                    />
                  ),
                },
                { header: 'Status', cell: ({ status }) => <TaskBadge status={status} /> },
                { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
                { header: 'Credits', isEnd: true, cell: ({ credits }) => formatNumber(credits) },
                { header: 'Created', isEnd: true, cell: ({ created_at: at }) => <Time at={at} /> },
              ]}
            />
          )
        }
      </QueryView>
    </Card>
  );
}
