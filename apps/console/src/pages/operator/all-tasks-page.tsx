import { listOperatorTasks } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { pagedQuery } from '../../api/operation-query.ts';
import { Page } from '../../components/page.tsx';
import { useTaskFilters } from '../tasks/filters.ts';
import { TaskList } from '../tasks/task-list.tsx';

/** The maximum page size of the contract. */
const PAGE = 100;

export function AllTasksPage() {
  const filters = useTaskFilters();
  // The operators' list has no filters for these.
  const [{ key_id: _key, prompt: _prompt, ...narrowed }] = filters;
  const [search] = useSearchParams();
  const ownerId = search.get('owner_id');
  const owner = ownerId === null ? {} : { owner_id: ownerId };
  const query = useInfiniteQuery({
    ...pagedQuery(listOperatorTasks, (page) => ({
      query: { ...narrowed, ...owner, ...page, limit: PAGE },
    })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="All tasks"
      description={ownerId === null ? 'Tasks of every team, newest first.' : `Tasks of ${ownerId}.`}
    >
      <TaskList
        query={query}
        filters={filters}
        hrefOf={({ id }) => `/operator/tasks/${id}`}
        hrefOfOwner={(task) => `/operator/owners/${task.owner_id}`}
        empty="Tasks are listed here when teams submit them."
      />
    </Page>
  );
}
