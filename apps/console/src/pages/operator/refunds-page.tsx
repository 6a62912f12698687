import {
  type FailedRefund,
  listOperatorFailedRefunds,
  retryOperatorRefund,
} from '@keyframe/console-contract/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'wouter';
import { client } from '../../api/client.ts';
import { pagedQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { ModeBadge, readable } from '../../components/statuses.tsx';
import { BUTTONS, type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';

export function RefundsPage() {
  const query = useInfiniteQuery(pagedQuery(listOperatorFailedRefunds, (page) => ({ query: page })));
  return (
    <Page title="Failed refunds" description="Tasks that failed and whose credits could not be returned.">
      <Card title="Failed refunds" isFlush>
        <QueryView query={query}>
          {({ pages }) => <Refunds refunds={pages.flatMap(({ data }) => data)} />}
        </QueryView>
        <LoadMore query={query} />
      </Card>
    </Page>
  );
}

function Refunds({ refunds }: { readonly refunds: readonly FailedRefund[] }) {
  const refresh = useRefresh();
  if (refunds.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title="No failed refunds">
        All credits of failed tasks were returned.
      </EmptyState>
    );
  }
  const retry = async (taskId: string) => {
    await retryOperatorRefund(client, { path: { taskId } });
    await refresh();
  };
  return (
    <Table
      label="Failed refunds"
      rows={refunds}
      rowKey={({ task_id: id }) => id}
      columns={[
        ...COLUMNS,
        {
          ...BUTTONS,
          cell: ({ task_id: id }) => <ActionButton onAct={() => retry(id)}>Retry refund</ActionButton>,
        },
      ]}
    />
  );
}

const COLUMNS: readonly Column<FailedRefund>[] = [
  {
    header: 'Task',
    cell: ({ task_id: id, owner_name: name }) => (
      <Stacked main={<Link href={`/operator/tasks/${id}`}>{id}</Link>} below={name} />
    ),
  },
  { header: 'Reason', cell: ({ failed_reason: reason }) => readable(reason) },
  { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { header: 'Credits', isEnd: true, cell: ({ credits }) => formatNumber(credits) },
  { header: 'Failed', cell: ({ failed_at: at }) => <Time at={at} /> },
];
