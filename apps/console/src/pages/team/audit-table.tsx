import type { AuditEvent, AuditEventPage } from '@keyframe/console-contract/client';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { readable } from '../../components/statuses.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import styles from './team.module.css';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { header: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Who',
    cell: ({ actor, ip }) => <Stacked main={actor.email ?? readable(actor.kind)} below={ip} />,
  },
  { header: 'Action', cell: ({ action }) => <code>{action}</code> },
  {
    header: 'What',
    cell: ({ target, detail }) => {
      const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
      if (target === null && facts.length === 0) return '–';
      return (
        <div className={styles.detail}>
          {target === null ? null : <div>{target}</div>}
          {facts.map(([name, value]) => (
            <div key={name}>
              {name}: {factText(value)}
            </div>
          ))}
        </div>
      );
    },
  },
];
function factText(value: AuditEvent['detail'][string]): string {
  if (typeof value === 'number') return formatNumber(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const OWNER: Column<AuditEvent> = { header: 'Owner', cell: ({ owner_id: id }) => <code>{id ?? '–'}</code> };

/** An audit log; that of the service names the owner of each event, too. */
export function AuditTable({
  query,
  filters,
  hasOwners = false,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<AuditEventPage>>;
  readonly filters: ReactNode;
  readonly hasOwners?: boolean;
}) {
  return (
    <Card title="Audit log" isFlush>
      {filters}
      <QueryView query={query} rows={6}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          if (events.length === 0) {
            return (
              <EmptyState icon={ScrollText} title="No events">
                What members and operators do is listed here. Change or clear the filters to see more.
              </EmptyState>
            );
          }
          return (
            <Table
              label="Audit log"
              rows={events}
              rowKey={({ id }) => id}
              columns={hasOwners ? [...COLUMNS, OWNER] : COLUMNS}
            />
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Card>
  );
}
