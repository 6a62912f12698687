import { Name } from 'virtual:contract-schemas';
import {
  createKey,
  type KeyCreated,
  type KeyRequest,
  listKeys,
  type Mode,
} from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useOwnerId } from '../../session.tsx';
import styles from './keys.module.css';

const MODES = [
  { value: 'test', label: 'Test: small previews, test credits' },
  { value: 'live', label: 'Live: production' },
];
const SCOPES = [
  { scope: 'videos:create', label: 'Submit generations', hint: 'videos:create' },
  { scope: 'tasks:read', label: 'Read tasks', hint: 'tasks:read' },
] as const;

/** Asks for a key, and then shows it this once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const ownerId = useOwnerId();
  const refresh = useRefresh();
  const [created, setCreated] = useState<KeyCreated>();
  if (created !== undefined) return <CreatedKey created={created} onClose={onClose} />;
  const create = async (data: FormData) => {
    setCreated(await createKey(client, { path: { ownerId }, body: keyRequest(data) }));
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
        hint="What will use it, so that you know which one to revoke."
      />
      <SelectField label="Mode" name="mode" options={MODES} />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>Scopes</legend>
        {SCOPES.map(({ scope, label, hint }) => (
          <CheckField key={scope} label={label} hint={hint} name="scope" value={scope} defaultChecked />
        ))}
      </fieldset>
      <TextField
        label="Expires on"
        name="expires"
        type="date"
        hint="Optional. At the end of that day, in UTC."
      />
    </DialogForm>
  );
}

function keyRequest(data: FormData): KeyRequest {
  const scopes = data.getAll('scope') as NonNullable<KeyRequest['scopes']>;
  const expires = String(data.get('expires'));
  return {
    name: String(data.get('name')),
    mode: data.get('mode') as Mode,
    scopes,
    ...(expires === '' ? {} : { expires_at: `${expires}T23:59:59Z` }),
  };
}

function CreatedKey({ created, onClose }: { readonly created: KeyCreated; readonly onClose: () => void }) {
  return (
    <ShownOnce
      title="Keep this key now"
      secret={created.key}
      label="the key"
      intro={
        <Notice tone="warning">
          The full key is shown only this once. It is not stored, and nobody can show it again.
        </Notice>
      }
      onClose={onClose}
    >
      <p className={styles.label}>Try it</p>
      <CodeBlock text={curlLine(created)} label="the command" />
    </ShownOnce>
  );
}

function curlLine({ key, scopes }: KeyCreated): string {
  if (!scopes.includes('videos:create')) {
    return `curl -s ${location.origin}/v1/credits \\\n  -H 'Authorization: Bearer ${key}'`;
  }
  return `curl -s ${location.origin}/v1/videos/generations \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "video-2-0", "input": {"prompt": "a red sun sinking into a calm sea"}}'`;
}
