import { listInvitations, revokeInvitation } from '@keyframe/console-contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { client } from '../../api/client.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { readable } from '../../components/statuses.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

/** Invitations that can still be accepted; while there are none, nothing. */
export function Invitations({ ownerId }: { readonly ownerId: string }) {
  const queries = useQueryClient();
  const { data: invitations } = useQuery(ask('listInvitations', listInvitations, { path: { ownerId } }));
  if (invitations === undefined || invitations.data.length === 0) return null;
  const revoke = async (invitationId: string) => {
    await revokeInvitation(client, { path: { ownerId, invitationId } });
    await queries.invalidateQueries({ queryKey: ['listInvitations'] });
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
          {
            header: 'Actions',
            isUntitled: true,
            isEnd: true,
            cell: ({ id }) => <ActionButton onAct={() => revoke(id)}>Revoke</ActionButton>,
          },
        ]}
      />
    </Card>
  );
}
