import type { TaskPage, TaskSummary } from '@keyframe/console-contract/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Option } from '../../components/field.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { TaskFilterBar } from './filter-bar.tsx';
import type { useTaskFilters } from './filters.ts';
import { TaskTable } from './task-table.tsx';

/** Pages of tasks as one list, below its filters. */
export function TaskList({
  query,
  filters: [filters, changeFilters],
  keys,
  hrefOf,
  hrefOfOwner,
  empty,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<TaskPage>>;
  readonly filters: ReturnType<typeof useTaskFilters>;
  readonly keys?: readonly Option[] | undefined;
  readonly hrefOf: (task: TaskSummary) => string;
  readonly hrefOfOwner?: (task: TaskSummary) => string;
  /** Advice if there are no tasks at all. */
  readonly empty: ReactNode;
}) {
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const isNarrowed = Object.keys(filters).length > 0;
  // A search continues on request, since each page costs the service time. Other lists continue when they are scrolled.
  const count = query.data?.pages.reduce((total, { data }) => total + data.length, 0) ?? 0;
  const isScrolled = filters.prompt === undefined && count > 0;
  return (
    <Card title="Tasks" isFlush>
      <TaskFilterBar filters={filters} keys={keys} hasPrompts={keys !== undefined} onChange={changeFilters} />
      <QueryView query={query} rows={8}>
        {({ pages }) => {
          const tasks = pages.flatMap(({ data }) => data);
          if (tasks.length > 0) {
            const links = { hrefOf, hrefOfOwner };
            return (
              <TaskTable tasks={tasks} {...links} hasMore={isScrolled && query.hasNextPage} onEnd={more} />
            );
          }
          if (query.hasNextPage) {
            return (
              <EmptyState icon={Clapperboard} title="No match so far">
                Only the newest tasks were searched.
              </EmptyState>
            );
          }
          return (
            <EmptyState icon={Clapperboard} title={isNarrowed ? 'No tasks match' : 'No tasks yet'}>
              {isNarrowed ? 'Change or clear the filters.' : empty}
            </EmptyState>
          );
        }}
      </QueryView>
      {isScrolled ? null : <LoadMore query={query} label="Search older tasks" />}
    </Card>
  );
}
