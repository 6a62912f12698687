import { Name } from 'virtual:contract-schemas';
import { type Key, listAuditEvents, listKeys, renameKey } from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';
import { useOwnerId } from '../../shell/session.tsx';

/** A dialog that renames a key. */
export function RenameKey({ renamed, onClose }: { readonly renamed: Key; readonly onClose: () => void }) {
  const ownerId = useOwnerId();
  const refresh = useRefresh();
  return (
    <DialogForm
      title="Rename this key"
      action="Save name"
      onClose={onClose}
      onSubmit={async (data) => {
        const body = { name: String(data.get('name')) };
        await renameKey(client, { path: { ownerId, keyId: renamed.id }, body });
        await refresh(listKeys, listAuditEvents);
      }}
    >
      <TextField label="Name" name="name" required maxLength={Name.maxLength} defaultValue={renamed.name} />
    </DialogForm>
  );
}
