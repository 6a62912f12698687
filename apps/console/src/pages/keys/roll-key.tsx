import { KeyRoll } from 'virtual:contract-schemas';
import {
  type Key,
  type KeyCreated,
  listAuditEvents,
  listKeys,
  rollKey,
} from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { SelectField } from '../../components/field.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { CreatedKey } from './created-key.tsx';

const GRACE_TIMES = [
  { value: '0', label: 'None: the old key stops working now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
];

/** A dialog that replaces a key by a new one and then shows the new key once. */
export function RollKey({ rolled, onClose }: { readonly rolled: Key; readonly onClose: () => void }) {
  const ownerId = useOwnerId();
  const refresh = useRefresh();
  const [created, setCreated] = useState<KeyCreated>();
  if (created !== undefined) return <CreatedKey created={created} onClose={onClose} />;
  return (
    <DialogForm
      title={`Roll ${rolled.name || 'this key'}?`}
      action="Roll key"
      onClose={onClose}
      onDone={() => refresh(listKeys, listAuditEvents)}
      onSubmit={async (data) => {
        const body = { grace_hours: Number(data.get('grace_hours')) };
        setCreated(await rollKey(client, { path: { ownerId, keyId: rolled.id }, body }));
      }}
    >
      <p>
        You get a new key with the same name, mode and scopes. The old key (<code>{rolled.hint}</code>) works
        until its grace time is over.
      </p>
      <SelectField
        label="Grace time of the old key"
        name="grace_hours"
        options={GRACE_TIMES}
        defaultValue={String(KeyRoll.properties.grace_hours.default)}
      />
    </DialogForm>
  );
}
