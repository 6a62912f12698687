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
import { nameAction } from './audit-action.ts';
import styles from './team.module.css';

const COLUMNS: readonly Column<AuditEvent>[] = [
  { header: 'Time', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Actor',
    cell: ({ actor, ip }) => <Stacked main={actor.email ?? readable(actor.kind)} below={ip} />,
  },
  { header: 'Action', cell: ({ action }) => <code>{nameAction(action)}</code> },
  {
    header: 'Details',
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

const TEAM: Column<AuditEvent> = { header: 'Team', cell: ({ owner_id: id }) => <code>{id ?? '–'}</code> };

/** An audit log; that of the service also names the team of each event. */
export function AuditTable({
  query,
  filters,
  hasTeams = false,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<AuditEventPage>>;
  readonly filters: ReactNode;
  readonly hasTeams?: boolean;
}) {
  return (
    <Card title="Audit log" isFlush>
      {filters}
      <QueryView query={query} rows={6}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          if (events.length === 0 && query.hasNextPage) {
            return (
              <EmptyState icon={ScrollText} title="No match so far">
                Only the newest events were searched.
              </EmptyState>
            );
          }
          if (events.length === 0) {
            return (
              <EmptyState icon={ScrollText} title="No events">
                Actions of members and operators are listed here. Change or clear the filters to see more.
              </EmptyState>
            );
          }
          return (
            <Table
              label="Audit log"
              rows={events}
              rowKey={({ id }) => id}
              columns={hasTeams ? [...COLUMNS, TEAM] : COLUMNS}
            />
          );
        }}
      </QueryView>
      <LoadMore query={query} />
    </Card>
  );
}
