import { type Delivery, type DeliveryStatus, listDeliveries } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { pagedQuery } from '../../api/operation-query.ts';
import { watchPages } from '../../api/watch.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { DeliveryBadge } from '../../components/statuses.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { StatusBadge } from './attempts.tsx';

const WATCH_MS = 5000;
const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;

/** The callbacks of the owner, the newest first. */
export function DeliveryLog({ ownerId }: { readonly ownerId: string }) {
  const [status, setStatus] = useState<DeliveryStatus | 'all'>('all');
  const query = useInfiniteQuery({
    ...pagedQuery(listDeliveries, (page) => ({
      path: { ownerId },
      query: status === 'all' ? page : { ...page, status },
    })),
    placeholderData: keepPreviousData,
    refetchInterval: watchPages(WATCH_MS),
  });
  return (
    <Card
      title="Deliveries"
      actions={<Segmented label="Status" options={STATUSES} value={status} onChange={setStatus} />}
      isFlush
    >
      <QueryView query={query} rows={5}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length > 0) {
            return (
              <Table
                label="Deliveries"
                rows={rows}
                rowKey={({ id }) => id}
                columns={createColumns(ownerId)}
              />
            );
          }
          return (
            <EmptyState icon={Webhook} title="No deliveries">
              A delivery is listed here when a task with a callback URL ends.
            </EmptyState>
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Card>
  );
}

function createColumns(ownerId: string): Column<Delivery>[] {
  return [
    {
      header: 'Delivery',
      cell: ({ id, url }) => (
        <Stacked
          main={<Link href={`/owners/${ownerId}/callbacks/${id}`}>{url}</Link>}
          below={<code>{id}</code>}
        />
      ),
    },
    { header: 'Status', cell: ({ status }) => <DeliveryBadge status={status} /> },
    {
      header: 'Last response',
      cell: ({ attempts, last_http_status: status }) =>
        attempts === 0 ? '–' : <StatusBadge status={status} />,
    },
    { header: 'Attempts', isEnd: true, cell: ({ attempts }) => attempts },
    {
      header: 'Next attempt',
      cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Time at={at} />),
    },
    { header: 'Created', isEnd: true, cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}
