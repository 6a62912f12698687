import type { LedgerEntry } from '@keyframe/console-contract/client';
import { Card } from '../../components/card.tsx';
import { readable } from '../../components/statuses.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';

/** Ledger entries of the task. */
export function TaskBilling({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  return (
    <Card title="Billing" isFlush>
      <Table
        label="Ledger entries of the task"
        rows={entries}
        rowKey={({ id }) => String(id)}
        columns={[
          { header: 'Entry', cell: ({ kind }) => readable(kind) },
          { header: 'Credits', isEnd: true, cell: ({ amount }) => formatNumber(amount) },
          { header: 'Booked', isEnd: true, cell: ({ created_at: at }) => <Time at={at} /> },
        ]}
      />
    </Card>
  );
}
