import { listKeys, listTasks } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SquarePlay } from 'lucide-react';
import { ask, askPages } from '../../api/ask.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { useOwnerId } from '../../session.tsx';
import { useTaskFilters } from './filters.ts';
import { TaskList } from './task-list.tsx';

/** As many as the contract gives at once. */
const PAGE = 100;

export function TasksPage() {
  const ownerId = useOwnerId();
  const filters = useTaskFilters();
  const [narrowed] = filters;
  const query = useInfiniteQuery({
    ...askPages('listTasks', listTasks, (page) => ({
      path: { ownerId },
      query: { ...narrowed, ...page, limit: PAGE },
    })),
    placeholderData: keepPreviousData,
  });
  const keys = useQuery(ask('listKeys', listKeys, { path: { ownerId } }));
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
        keys={keys.data?.data.map(({ id, name, hint }) => ({ value: id, label: name === '' ? hint : name }))}
        hrefOf={({ id }) => `/owners/${ownerId}/tasks/${id}`}
        empty="Generate a video in the Playground, or call the API with a key."
      />
    </Page>
  );
}
