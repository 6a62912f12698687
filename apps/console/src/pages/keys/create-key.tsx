import { Name } from 'virtual:contract-schemas';
import { createKey, type KeyCreated, listKeys } from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { CheckField, FieldError, SelectField, TextField } from '../../components/field.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { CreatedKey } from './created-key.tsx';
import { readKeyRequest } from './key-request.ts';
import styles from './keys.module.css';

const MODES = [
  { value: 'test', label: 'Test: small previews, test credits' },
  { value: 'live', label: 'Live: production' },
];
const SCOPES = [
  { scope: 'videos:create', label: 'Submit generations', hint: 'videos:create' },
  { scope: 'tasks:read', label: 'Read tasks', hint: 'tasks:read' },
] as const;

/** A dialog that creates a key and then shows it once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const ownerId = useOwnerId();
  const refresh = useRefresh();
  const [created, setCreated] = useState<KeyCreated>();
  if (created !== undefined) return <CreatedKey created={created} onClose={onClose} />;
  const create = async (data: FormData) => {
    setCreated(await createKey(client, { path: { ownerId }, body: readKeyRequest(data) }));
  };
  const list = () => refresh(listKeys);
  return (
    <DialogForm
      title="Create an API key"
      action="Create key"
      onSubmit={create}
      onDone={list}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={Name.maxLength}
        placeholder="render farm"
        hint="The program that uses it, so that you know which key to revoke."
      />
      <SelectField label="Mode" name="mode" options={MODES} />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>Scopes</legend>
        {SCOPES.map(({ scope, label, hint }) => (
          <CheckField key={scope} label={label} hint={hint} name="scopes" value={scope} defaultChecked />
        ))}
        <FieldError name="scopes" />
      </fieldset>
      <TextField
        label="Expires on"
        name="expires_at"
        type="date"
        hint="Optional. At the end of that day, in UTC."
      />
    </DialogForm>
  );
}
