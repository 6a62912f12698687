import { listInvitations, revokeInvitation } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { Loading } from '../../components/skeleton.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { readable } from '../../components/statuses.tsx';
import { BUTTONS, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

/** Invitations that can still be accepted; renders nothing without any. */
export function Invitations({ ownerId }: { readonly ownerId: string }) {
  const refresh = useRefresh();
  const { data: invitations, isPending } = useQuery(operationQuery(listInvitations, { path: { ownerId } }));
  if (isPending) return <Loading />;
  if (invitations === undefined || invitations.data.length === 0) return null;
  const revoke = async (invitationId: string) => {
    await revokeInvitation(client, { path: { ownerId, invitationId } });
    await refresh(listInvitations);
  };
  return (
    <Card title="Pending invitations" isFlush>
      <Table
        label="Pending invitations"
        rows={invitations.data}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Invited',
            cell: ({ email, invited_by: by }) => (
              <Stacked main={email} below={`by ${by ?? 'the command line'}`} />
            ),
          },
          { header: 'Role', cell: ({ role }) => readable(role) },
          { header: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
          { ...BUTTONS, cell: ({ id }) => <ActionButton onAct={() => revoke(id)}>Revoke</ActionButton> },
        ]}
      />
    </Card>
  );
}
