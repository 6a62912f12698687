import { getSignInMethods } from '@keyframe/console-contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { addPasskey, deletePasskey, listPasskeys } from '../../api/auth.ts';
import { operationQuery } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextField } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Loading } from '../../components/skeleton.tsx';
import { BUTTONS, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

const PASSKEYS = { queryKey: ['passkeys'], queryFn: listPasskeys };

/** The passkeys of the user; empty if the address of the page does not allow passkeys. */
export function Passkeys() {
  const methods = useQuery(operationQuery(getSignInMethods, {}));
  const query = useQuery({ ...PASSKEYS, enabled: methods.data?.passkeys === true });
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const changed = () => queries.invalidateQueries({ queryKey: PASSKEYS.queryKey });
  if (methods.isPending) return <Loading />;
  if (methods.data?.passkeys !== true) return null;
  return (
    <Card
      title="Passkeys"
      actions={
        <Button onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden />
          Add passkey
        </Button>
      }
      isFlush
    >
      <QueryView query={query} rows={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <EmptyState icon={Fingerprint} title="No passkeys">
              A passkey signs you in with your fingerprint, face or security key.
            </EmptyState>
          ) : (
            <Table
              label="Passkeys"
              rows={passkeys}
              rowKey={({ id }) => id}
              columns={[
                { header: 'Name', cell: ({ name }) => name ?? 'Passkey' },
                { header: 'Added', cell: ({ createdAt: at }) => <Time at={at} /> },
                {
                  ...BUTTONS,
                  cell: ({ id }) => (
                    <ActionButton onAct={() => deletePasskey(id).then(changed)}>Remove</ActionButton>
                  ),
                },
              ]}
            />
          )
        }
      </QueryView>
      {isAdding ? (
        <DialogForm
          title="Add a passkey"
          action="Add passkey"
          onClose={() => setIsAdding(false)}
          onSubmit={(data) => addPasskey(String(data.get('name'))).then(changed)}
        >
          <TextField
            label="Name"
            name="name"
            required
            placeholder="Laptop"
            hint="Where it is stored, so that you can recognize it later."
          />
        </DialogForm>
      ) : null}
    </Card>
  );
}
