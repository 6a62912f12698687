import { GrantRequest } from 'virtual:contract-schemas';
import { getOperatorOwner, grantCredits, type Mode } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Page } from '../../components/page.tsx';
import { Properties } from '../../components/properties.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import { useOwnerId } from '../../session.tsx';

export function OwnerPage() {
  const ownerId = useOwnerId();
  const query = useQuery(operationQuery(getOperatorOwner, { path: { ownerId } }));
  const [isGranting, setIsGranting] = useState(false);
  return (
    <Page
      title={query.data?.name ?? 'Owner'}
      description={<code>{ownerId}</code>}
      actions={
        <Button look="primary" onClick={() => setIsGranting(true)}>
          <Coins size={16} aria-hidden />
          Grant credits
        </Button>
      }
    >
      <QueryView query={query} rows={4}>
        {({ balances: { live, test }, members, created_at: at }) => (
          <>
            <Figures>
              <Figure
                label="Live credits"
                value={formatNumber(live.available)}
                note={`${formatNumber(live.reserved)} reserved`}
              />
              <Figure
                label="Test credits"
                value={formatNumber(test.available)}
                note={`${formatNumber(test.reserved)} reserved`}
              />
            </Figures>
            <Card title="About">
              <Properties
                rows={[
                  ['Members', members],
                  ['Created', <Time key="created" at={at} />],
                  [
                    'Tasks',
                    <Link key="tasks" href={`/operator/tasks?owner_id=${ownerId}`}>
                      Tasks of this owner
                    </Link>,
                  ],
                ]}
              />
            </Card>
          </>
        )}
      </QueryView>
      {isGranting ? <GrantCredits ownerId={ownerId} onClose={() => setIsGranting(false)} /> : null}
    </Page>
  );
}

const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
];

function GrantCredits({ ownerId, onClose }: { readonly ownerId: string; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { amount, note } = GrantRequest.properties;
  return (
    <DialogForm
      title="Grant credits"
      action="Grant credits"
      onClose={onClose}
      onSubmit={async (data) => {
        const reason = String(data.get('note')).trim();
        const grant = { mode: data.get('mode') as Mode, amount: Number(data.get('amount')) };
        await grantCredits(client, {
          path: { ownerId },
          body: reason === '' ? grant : { ...grant, note: reason },
        });
        await refresh();
      }}
    >
      <SelectField label="Mode" name="mode" options={MODES} />
      <TextField
        label="Credits"
        name="amount"
        type="number"
        required
        min={amount.minimum}
        max={amount.maximum}
      />
      <TextField
        label="Note"
        name="note"
        maxLength={note.maxLength}
        hint="Optional. Kept in the audit log."
      />
    </DialogForm>
  );
}
