import {
  createOperatorLink,
  listOperators,
  type OperatorLink,
  removeOperator,
  type User,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShownLink } from '../../components/shown-link.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { BUTTONS, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

export function OperatorsPage() {
  const query = useQuery(operationQuery(listOperators, {}));
  const [link, setLink] = useState<OperatorLink>();
  const [removed, setRemoved] = useState<User>();
  return (
    <Page
      title="Operators"
      description="They see every team, grant credits and retry refunds."
      actions={
        <ActionButton look="primary" onAct={async () => setLink(await createOperatorLink(client))}>
          Add operator
        </ActionButton>
      }
    >
      <Card title="Operators" isFlush>
        <QueryView query={query}>
          {({ data }) => (
            <Table
              label="Operators"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                { header: 'Operator', cell: ({ name, email }) => <Stacked main={name} below={email} /> },
                {
                  ...BUTTONS,
                  cell: (user) => (
                    <Button aria-label={`Remove ${user.name}`} onClick={() => setRemoved(user)}>
                      Remove
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </QueryView>
      </Card>
      {link === undefined ? null : (
        <ShownLink title="Link for a new operator" link={link.link} onClose={() => setLink(undefined)}>
          Whoever opens this link becomes an operator. It works once and ends <Time at={link.expires_at} />.
        </ShownLink>
      )}
      {removed === undefined ? null : <RemoveOperator user={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

function RemoveOperator({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const refresh = useRefresh();
  return (
    <DialogForm
      title={`Remove ${user.name} as an operator?`}
      action="Remove operator"
      isDanger
      onClose={onClose}
      onSubmit={async () => {
        await removeOperator(client, { path: { userId: user.id } });
        await refresh();
      }}
    >
      <p>{user.email} stays a member of its teams.</p>
    </DialogForm>
  );
}
