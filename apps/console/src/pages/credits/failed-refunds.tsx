import { listFailedRefunds } from '@keyframe/console-contract/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pagedQuery } from '../../api/operation-query.ts';
import { Card } from '../../components/card.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Loading } from '../../components/skeleton.tsx';
import { ModeBadge, readable } from '../../components/statuses.tsx';
import { BUTTONS, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import { RetryRefund } from '../tasks/retry-refund.tsx';

/** Failed refunds, each with a button to retry it; renders nothing without any. */
export function FailedRefunds({ ownerId }: { readonly ownerId: string }) {
  const query = useInfiniteQuery(
    pagedQuery(listFailedRefunds, (page) => ({ path: { ownerId }, query: page })),
  );
  if (query.isPending) return <Loading />;
  const refunds = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (refunds.length === 0) return null;
  return (
    <Card
      title="Failed refunds"
      description="These tasks failed, and their credits could not be returned. Retry each refund."
      isFlush
    >
      <Table
        label="Failed refunds"
        rows={refunds}
        rowKey={({ task_id: id }) => id}
        columns={[
          {
            header: 'Task',
            cell: ({ task_id: id }) => <Link href={`/owners/${ownerId}/tasks/${id}`}>{id}</Link>,
          },
          { header: 'Reason', cell: ({ failed_reason: reason }) => readable(reason) },
          { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
          { header: 'Credits', isEnd: true, cell: ({ credits }) => formatNumber(credits) },
          { header: 'Failed', cell: ({ failed_at: at }) => <Time at={at} /> },
          { ...BUTTONS, cell: ({ task_id: taskId }) => <RetryRefund ownerId={ownerId} taskId={taskId} /> },
        ]}
      />
      <LoadMore query={query} />
    </Card>
  );
}
