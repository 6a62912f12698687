import { listTasks } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SquarePlay } from 'lucide-react';
import { askPages } from '../../api/ask.ts';
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
  return (
    <Page
      title="Tasks"
      description="Every generation that was accepted, newest first."
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
        hrefOf={({ id }) => `/owners/${ownerId}/tasks/${id}`}
        empty="Generate a video under Play, or with an API key."
      />
    </Page>
  );
}
