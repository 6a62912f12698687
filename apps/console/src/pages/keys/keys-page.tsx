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
import { Row } from '../../components/layout.tsx';
import { useOpenParameter } from '../../components/open-parameter.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { readable } from '../../components/statuses.tsx';
import { BUTTONS, type Column, Table } from '../../components/table.tsx';
import { useMay, useOwnerId } from '../../shell/session.tsx';
import { CreateKey } from './create-key.tsx';
import { KEY_COLUMNS } from './key-columns.tsx';
import { RenameKey } from './rename-key.tsx';
import { RollKey } from './roll-key.tsx';

export function KeysPage() {
  const ownerId = useOwnerId();
  const mayChange = useMay('developer');
  const keys = useQuery(operationQuery(listKeys, { path: { ownerId } }));
  const [isCreating, setIsCreating] = useOpenParameter('create');
  const [open, setOpen] = useState<KeyAction>();
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
                columns={mayChange ? [...KEY_COLUMNS, actionColumn(setOpen)] : KEY_COLUMNS}
              />
            )
          }
        </QueryView>
      </Card>
      {isCreating && mayChange ? <CreateKey onClose={() => setIsCreating(false)} /> : null}
      {open === undefined ? null : <KeyDialog open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

/** An action with a key that needs a dialog. */
interface KeyAction {
  readonly action: 'rename' | 'roll' | 'revoke';
  readonly subject: Key;
}

const ACTIONS = ['rename', 'roll', 'revoke'] as const;

function actionColumn(onAct: (action: KeyAction) => void): Column<Key> {
  return {
    ...BUTTONS,
    cell: (subject) =>
      subject.state === 'active' ? (
        <Row>
          {ACTIONS.map((action) => (
            <Button
              key={action}
              aria-label={`${readable(action)} ${subject.name || subject.hint}`}
              onClick={() => onAct({ action, subject })}
            >
              {readable(action)}
            </Button>
          ))}
        </Row>
      ) : null,
  };
}

function KeyDialog({ open, onClose }: { readonly open: KeyAction; readonly onClose: () => void }) {
  const { action, subject } = open;
  if (action === 'rename') return <RenameKey renamed={subject} onClose={onClose} />;
  if (action === 'roll') return <RollKey rolled={subject} onClose={onClose} />;
  return <RevokeKey revoked={subject} onClose={onClose} />;
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
        Requests with <strong>{revoked.name || 'Unnamed'}</strong> (<code>{revoked.hint}</code>) are rejected
        from now on. This cannot be undone.
      </p>
    </DialogForm>
  );
}
