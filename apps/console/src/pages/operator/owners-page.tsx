import { listOwners, type OperatorOwner } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { pagedQuery } from '../../api/operation-query.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextField } from '../../components/field.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useSettled } from '../../components/use-settled.ts';
import { formatNumber } from '../../format.ts';
import { CreateOwner } from './create-owner.tsx';
import styles from './operator.module.css';

const SETTLED_MS = 250;

export function OwnersPage() {
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const settled = useSettled(search.trim(), SETTLED_MS);
  const query = useInfiniteQuery({
    ...pagedQuery(listOwners, (page) => ({
      query: settled === '' ? page : { ...page, search: settled },
    })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Teams"
      description="All teams that use this service."
      actions={
        <Button look="primary" onClick={() => setIsCreating(true)}>
          <Plus size={16} aria-hidden />
          Create team
        </Button>
      }
    >
      <Card title="Teams" isFlush>
        <div className={styles.search}>
          <TextField
            label="Search"
            type="search"
            placeholder="Name, or the beginning of an ID"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <QueryView query={query} rows={6}>
          {({ pages }) => <Owners owners={pages.flatMap(({ data }) => data)} />}
        </QueryView>
        <LoadMore query={query} />
      </Card>
      {isCreating ? <CreateOwner onClose={() => setIsCreating(false)} /> : null}
    </Page>
  );
}

const COLUMNS: readonly Column<OperatorOwner>[] = [
  {
    header: 'Team',
    cell: ({ id, name, suspended_at: suspended }) => (
      <Stacked
        main={
          <>
            <Link href={`/operator/owners/${id}`}>{name}</Link>
            {suspended === null ? null : <Badge tone="warning">Suspended</Badge>}
          </>
        }
        below={<code>{id}</code>}
      />
    ),
  },
  { header: 'Members', isEnd: true, cell: ({ members }) => members },
  { header: 'Live credits', isEnd: true, cell: ({ balances }) => formatNumber(balances.live.available) },
  { header: 'Test credits', isEnd: true, cell: ({ balances }) => formatNumber(balances.test.available) },
  { header: 'Created', isEnd: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

function Owners({ owners }: { readonly owners: readonly OperatorOwner[] }) {
  if (owners.length === 0) return <EmptyState icon={Building2} title="No teams found" />;
  return <Table label="Teams" rows={owners} rowKey={({ id }) => id} columns={COLUMNS} />;
}
