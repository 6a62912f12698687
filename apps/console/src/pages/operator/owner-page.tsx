import { getOperatorOwner, type OperatorOwner } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Page } from '../../components/page.tsx';
import { Properties } from '../../components/properties.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import { useOwnerId } from '../../shell/session.tsx';
import { GrantCredits } from './grant-credits.tsx';
import { SuspendTeam, SuspensionNotice } from './suspension.tsx';
import { TeamKeys, TeamLimits, TeamMembers, TeamUsage } from './team-sections.tsx';

export function OwnerPage() {
  const ownerId = useOwnerId();
  const query = useQuery(operationQuery(getOperatorOwner, { path: { ownerId } }));
  const { data: owner } = query;
  const [open, setOpen] = useState<'grant' | 'suspend'>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={owner?.name ?? 'Team'}
      description={<code>{ownerId}</code>}
      actions={
        owner === undefined ? null : (
          <>
            {owner.suspended_at === null ? <Button onClick={() => setOpen('suspend')}>Suspend</Button> : null}
            <Button look="primary" onClick={() => setOpen('grant')}>
              <Coins size={16} aria-hidden />
              Grant credits
            </Button>
          </>
        )
      }
    >
      <QueryView query={query} rows={4}>
        {(data) => <TeamOverview owner={data} />}
      </QueryView>
      {open === 'grant' ? <GrantCredits ownerId={ownerId} onClose={close} /> : null}
      {open === 'suspend' && owner !== undefined ? (
        <SuspendTeam ownerId={ownerId} name={owner.name} onClose={close} />
      ) : null}
    </Page>
  );
}

function TeamOverview({ owner }: { readonly owner: OperatorOwner }) {
  const { id, balances, created_at: at } = owner;
  return (
    <>
      <SuspensionNotice owner={owner} />
      <Figures>
        {(['live', 'test'] as const).map((mode) => (
          <Figure
            key={mode}
            label={mode === 'live' ? 'Live credits' : 'Test credits'}
            value={formatNumber(balances[mode].available)}
            note={`${formatNumber(balances[mode].reserved)} reserved`}
          />
        ))}
      </Figures>
      <Card title="About">
        <Properties
          rows={[
            ['Created', <Time key="created" at={at} />],
            [
              'Tasks',
              <Link key="tasks" href={`/operator/tasks?owner_id=${id}`}>
                Tasks of this team
              </Link>,
            ],
          ]}
        />
      </Card>
      <TeamMembers ownerId={id} />
      <TeamKeys ownerId={id} />
      <TeamUsage ownerId={id} />
      <TeamLimits ownerId={id} />
    </>
  );
}
