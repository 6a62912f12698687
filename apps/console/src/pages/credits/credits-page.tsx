import { type Balance, getBalances, getUsage } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operation-query.ts';
import { Figure, Figures } from '../../components/figures.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatNumber } from '../../format.ts';
import { useOwnerId } from '../../shell/session.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import { Ledger } from './ledger.tsx';
import { UsageCard } from './usage-card.tsx';

export function CreditsPage() {
  const ownerId = useOwnerId();
  const balances = useQuery(operationQuery(getBalances, { path: { ownerId } }));
  const usage = useQuery(operationQuery(getUsage, { path: { ownerId } }));
  return (
    <Page
      title="Credits"
      description="Credits are reserved when a task is accepted, charged when it completes and refunded when it fails."
    >
      <QueryView query={balances} rows={2}>
        {({ live, test }) => (
          <Figures>
            <Balances name="Live" balance={live} />
            <Balances name="Test" balance={test} />
          </Figures>
        )}
      </QueryView>
      <FailedRefunds ownerId={ownerId} />
      <UsageCard query={usage} />
      <Ledger ownerId={ownerId} />
    </Page>
  );
}

function Balances({ name, balance }: { readonly name: string; readonly balance: Balance }) {
  return (
    <Figure
      label={`${name} credits`}
      value={formatNumber(balance.available)}
      note={`${formatNumber(balance.reserved)} reserved by tasks in progress`}
    />
  );
}
