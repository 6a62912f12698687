import { LedgerEntryKind } from 'virtual:contract-schemas';
import { type LedgerEntry, listLedgerEntries, type Mode } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { pagedQuery } from '../../api/operation-query.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { ModeBadge, readable } from '../../components/statuses.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatChange, formatNumber } from '../../format.ts';
import { ExportLedger } from './export-ledger.tsx';
import { addBalances, type BalancedEntry } from './running-balance.ts';

const KINDS = ['all', ...LedgerEntryKind.enum].map((value) => ({ value, label: readable(value) }));

/** The movements of credits, newest first, with the available credits after each. */
export function Ledger({ ownerId }: { readonly ownerId: string }) {
  const [mode, setMode] = useState<Mode>();
  const [kind, setKind] = useState('all');
  const filter = {
    ...(mode === undefined ? {} : { mode }),
    ...(kind === 'all' ? {} : { kind: kind as LedgerEntry['kind'] }),
  };
  const query = useInfiniteQuery({
    ...pagedQuery(listLedgerEntries, (page) => ({
      path: { ownerId },
      query: { ...filter, ...page },
    })),
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      title="Ledger"
      actions={
        <>
          <ModeChoice mode={mode} onChange={setMode} />
          <Segmented label="Kind" options={KINDS} value={kind} onChange={setKind} />
          <ExportLedger ownerId={ownerId} filter={filter} />
        </>
      }
      isFlush
    >
      <QueryView query={query} rows={6}>
        {({ pages }) => <Entries ownerId={ownerId} entries={addBalances(pages, kind === 'all')} />}
      </QueryView>
      <LoadMore query={query} />
    </Card>
  );
}

function Entries({
  ownerId,
  entries,
}: {
  readonly ownerId: string;
  readonly entries: readonly BalancedEntry[];
}) {
  if (entries.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title="No entries">
        Grants, reservations, charges and refunds show here.
      </EmptyState>
    );
  }
  return (
    <Table
      label="Ledger"
      rows={entries}
      rowKey={({ id }) => String(id)}
      columns={[...COLUMNS, taskColumn(ownerId)]}
    />
  );
}

const COLUMNS: readonly Column<BalancedEntry>[] = [
  { header: 'Entry', cell: ({ id }) => `#${id}` },
  { header: 'Kind', cell: ({ kind }) => readable(kind) },
  { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  {
    header: 'Credits',
    isEnd: true,
    // A charge spends credits that were reserved before.
    cell: ({ kind, amount, change }) =>
      kind === 'charge' ? `${formatNumber(amount)} of reserved` : formatChange(change),
  },
  {
    header: 'Available after',
    isEnd: true,
    cell: ({ balance }) => (balance === undefined ? '–' : formatNumber(balance)),
  },
  { header: 'Booked', cell: ({ created_at: at }) => <Time at={at} /> },
];

function taskColumn(ownerId: string): Column<BalancedEntry> {
  return {
    header: 'Task',
    cell: ({ task_id: id }) =>
      id === null ? '–' : <Link href={`/owners/${ownerId}/tasks/${id}`}>{id}</Link>,
  };
}
