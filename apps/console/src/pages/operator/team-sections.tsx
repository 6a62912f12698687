import {
  getOperatorOwnerLimits,
  getOperatorOwnerUsage,
  type Limits,
  listOperatorOwnerKeys,
  listOperatorOwnerMembers,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Users } from 'lucide-react';
import { operationQuery } from '../../api/operation-query.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Properties } from '../../components/properties.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { readable } from '../../components/statuses.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import { UsageCard } from '../credits/usage-card.tsx';
import { KEY_COLUMNS } from '../keys/key-columns.tsx';

interface TeamProps {
  readonly ownerId: string;
}

/** The members of a team. */
export function TeamMembers({ ownerId }: TeamProps) {
  const query = useQuery(operationQuery(listOperatorOwnerMembers, { path: { ownerId } }));
  return (
    <Card title="Members" isFlush>
      <QueryView query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Users} title="No members" />
          ) : (
            <Table
              label="Members"
              rows={data}
              rowKey={({ user_id: id }) => id}
              columns={[
                { header: 'Member', cell: ({ name, email }) => <Stacked main={name} below={email} /> },
                { header: 'Role', cell: ({ role }) => readable(role) },
                { header: 'Joined', isEnd: true, cell: ({ joined_at: at }) => <Time at={at} /> },
              ]}
            />
          )
        }
      </QueryView>
    </Card>
  );
}

/** The API keys of a team, without their secrets. */
export function TeamKeys({ ownerId }: TeamProps) {
  const query = useQuery(operationQuery(listOperatorOwnerKeys, { path: { ownerId } }));
  return (
    <Card title="API keys" isFlush>
      <QueryView query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={KeyRound} title="No keys" />
          ) : (
            <Table label="API keys" rows={data} rowKey={({ id }) => id} columns={KEY_COLUMNS} />
          )
        }
      </QueryView>
    </Card>
  );
}

/** The use of a team in the last 30 days. */
export function TeamUsage({ ownerId }: TeamProps) {
  return <UsageCard query={useQuery(operationQuery(getOperatorOwnerUsage, { path: { ownerId } }))} />;
}

/** The limits of a team. */
export function TeamLimits({ ownerId }: TeamProps) {
  const query = useQuery(operationQuery(getOperatorOwnerLimits, { path: { ownerId } }));
  return (
    <Card title="Limits" description="The configuration of the service sets the rates, for all teams alike.">
      <QueryView query={query} rows={3}>
        {(limits) => <Properties rows={listLimits(limits)} />}
      </QueryView>
    </Card>
  );
}

function listLimits({ requests_per_minute: rates, keys, members }: Limits): [string, string][] {
  const perMinute = (rate: number) => `${formatNumber(rate)} a minute`;
  const used = (limit: Limits['keys']) => `${formatNumber(limit.used)} of ${formatNumber(limit.limit)}`;
  return [
    ['Submissions with one key', perMinute(rates.submissions_per_key)],
    ['Queries with one key', perMinute(rates.queries_per_key)],
    ['Submissions with all keys of a mode', perMinute(rates.submissions_of_all_keys)],
    ['Queries with all keys of a mode', perMinute(rates.queries_of_all_keys)],
    ['Queries of one task', perMinute(rates.polls_per_task)],
    ['Submissions in the console', perMinute(rates.submissions_at_console)],
    ['Keys that are not revoked', used(keys)],
    ['Members', used(members)],
  ];
}
