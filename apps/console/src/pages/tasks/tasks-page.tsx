import { listKeys, listTasks } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SquarePlay } from 'lucide-react';
import { operationQuery, pagedQuery } from '../../api/operation-query.ts';
import { watchPages } from '../../api/watch.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { useTaskFilters } from './filters.ts';
import { TaskList } from './task-list.tsx';

/** The contract's limit. */
const PAGE = 100;
const WATCH_MS = 5000;

export function TasksPage() {
  const ownerId = useOwnerId();
  const filters = useTaskFilters();
  const [narrowed] = filters;
  const query = useInfiniteQuery({
    ...pagedQuery(listTasks, (page) => ({
      path: { ownerId },
      query: { ...narrowed, ...page, limit: PAGE },
    })),
    placeholderData: keepPreviousData,
    refetchInterval: narrowed.prompt === undefined && watchPages(WATCH_MS),
  });
  const keys = useQuery(operationQuery(listKeys, { path: { ownerId } }));
  return (
    <Page
      title="Tasks"
      description="Every accepted request, newest first."
      actions={
        <ButtonLink href={`/owners/${ownerId}/play`} look="primary">
          <SquarePlay size={16} aria-hidden />
          Generate a video
        </ButtonLink>
      }
    >
      <TaskList
        query={query}
        filters={filters}
        keys={(keys.data?.data ?? []).map(({ id, name, hint }) => ({
          value: id,
          label: name === '' ? hint : name,
        }))}
        hrefOf={({ id }) => `/owners/${ownerId}/tasks/${id}`}
        empty="Generate a video in the Playground, or call the API with a key."
      />
    </Page>
  );
}
