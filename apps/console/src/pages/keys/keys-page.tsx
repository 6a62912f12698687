import { type Key, listKeys, revokeKey } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { KeyBadge, ModeBadge } from '../../components/statuses.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useMay, useOwnerId } from '../../session.tsx';
import { CreateKey } from './create-key.tsx';

export function KeysPage() {
  const ownerId = useOwnerId();
  const mayChange = useMay('developer');
  const keys = useQuery(operationQuery(listKeys, { path: { ownerId } }));
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  const create = mayChange ? (
    <Button look="primary" onClick={() => setIsCreating(true)}>
      <Plus size={16} aria-hidden />
      Create key
    </Button>
  ) : null;
  return (
    <Page
      title="API keys"
      description="Keys call the video API. Test keys make small previews and spend test credits."
      actions={create}
    >
      <Card title="Keys" isFlush>
        <QueryView query={keys}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={KeyRound} title="No keys yet">
                Create a key to call the API. It is shown once, so keep it where your program reads its
                secrets.
              </EmptyState>
            ) : (
              <Table
                label="Keys"
                rows={data}
                rowKey={({ id }) => id}
                columns={mayChange ? [...COLUMNS, revokeColumn(setRevoked)] : COLUMNS}
              />
            )
          }
        </QueryView>
      </Card>
      {isCreating ? <CreateKey onClose={() => setIsCreating(false)} /> : null}
      {revoked === undefined ? null : <RevokeKey revoked={revoked} onClose={() => setRevoked(undefined)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  {
    header: 'Name',
    cell: ({ name, hint }) => <Stacked main={name || 'Unnamed'} below={<code>{hint}</code>} />,
  },
  { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { header: 'Scopes', cell: ({ scopes }) => <code>{scopes.join(' ')}</code> },
  { header: 'State', cell: ({ state }) => <KeyBadge state={state} /> },
  {
    header: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time at={at} />),
  },
  {
    header: 'Created',
    cell: ({ created_at: at, created_by: by }) => (
      <Stacked main={<Time at={at} />} below={by ?? 'command line'} />
    ),
  },
  {
    header: 'Expires',
    cell: ({ expires_at: at }) => (at === null ? 'Never' : <Time at={at} />),
  },
];

function revokeColumn(onRevoke: (key: Key) => void): Column<Key> {
  return {
    header: 'Actions',
    isUntitled: true,
    isEnd: true,
    cell: (key) =>
      key.state === 'active' ? (
        <Button aria-label={`Revoke ${key.name || key.hint}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ) : null,
  };
}

function RevokeKey({ revoked, onClose }: { readonly revoked: Key; readonly onClose: () => void }) {
  const ownerId = useOwnerId();
  const refresh = useRefresh();
  return (
    <DialogForm
      title="Revoke this key?"
      action="Revoke key"
      isDanger
      onClose={onClose}
      onSubmit={async () => {
        await revokeKey(client, { path: { ownerId, keyId: revoked.id } });
        await refresh(listKeys);
      }}
    >
      <p>
        Requests with <strong>{revoked.name || 'Unnamed'}</strong> (<code>{revoked.hint}</code>) are refused
        from now on. This cannot be undone.
      </p>
    </DialogForm>
  );
}
