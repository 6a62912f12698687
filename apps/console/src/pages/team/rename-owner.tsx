import { Name } from 'virtual:contract-schemas';
import { changeOwner, getSession, listAuditEvents } from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';

/** Gives the owner another name. */
export function RenameOwner({
  ownerId,
  name,
  onClose,
}: {
  readonly ownerId: string;
  readonly name: string | undefined;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  return (
    <DialogForm
      title="Rename this team"
      action="Save name"
      onClose={onClose}
      onSubmit={async (data) => {
        await changeOwner(client, { path: { ownerId }, body: { name: String(data.get('name')) } });
        await refresh(getSession, listAuditEvents);
      }}
    >
      <TextField label="Name" name="name" required maxLength={Name.maxLength} defaultValue={name} />
    </DialogForm>
  );
}
