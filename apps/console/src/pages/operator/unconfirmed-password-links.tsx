import {
  confirmPasswordLink,
  listUnconfirmedPasswordLinks,
  type UnconfirmedPasswordLink,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session.tsx';

/** Password links for operators that wait for a second operator; renders nothing without any. */
export function UnconfirmedPasswordLinks() {
  const { user } = useSession();
  const refresh = useRefresh();
  const query = useQuery(operationQuery(listUnconfirmedPasswordLinks, {}));
  const links = query.data?.data ?? [];
  if (links.length === 0) return null;
  const columns: Column<UnconfirmedPasswordLink>[] = [
    { header: 'Account', cell: ({ email }) => email },
    { header: 'Created by', cell: ({ created_by: creator }) => creator },
    { header: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
    {
      header: 'Actions',
      isUntitled: true,
      isEnd: true,
      cell: ({ user_id: userId, created_by: creator }) =>
        creator === user.email ? null : (
          <ActionButton
            onAct={async () => {
              await confirmPasswordLink(client, { path: { userId } });
              await refresh();
            }}
          >
            Confirm
          </ActionButton>
        ),
    },
  ];
  return (
    <Card title="Password links that wait for a second operator" isFlush>
      <Table
        label="Password links that wait for a second operator"
        rows={links}
        rowKey={({ user_id: id }) => id}
        columns={columns}
      />
    </Card>
  );
}
