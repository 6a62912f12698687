import { useQuery } from '@tanstack/react-query';
import { listSessions, revokeSession } from '../../api/auth.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { BUTTONS, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { browserName } from './browser-name.ts';

const SESSIONS = { queryKey: ['sessions'], queryFn: listSessions };

/** Sessions of the user. */
export function Sessions() {
  const query = useQuery(SESSIONS);
  const refresh = useRefresh();
  const end = async (token: string) => {
    await revokeSession(token);
    // The ended session may be this one.
    await refresh();
  };
  return (
    <Card title="Sessions" isFlush>
      <QueryView query={query} rows={2}>
        {(sessions) => (
          <Table
            label="Sessions"
            rows={sessions}
            rowKey={({ id }) => id}
            columns={[
              {
                header: 'Browser',
                cell: ({ userAgent, ipAddress }) => (
                  <Stacked main={browserName(userAgent ?? '')} below={ipAddress || 'Unknown address'} />
                ),
              },
              { header: 'Signed in', cell: ({ createdAt: at }) => <Time at={at} /> },
              {
                ...BUTTONS,
                cell: ({ token }) => <ActionButton onAct={() => end(token)}>Sign out</ActionButton>,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}
