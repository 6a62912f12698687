import { Name } from 'virtual:contract-schemas';
import { changeOwner } from '@keyframe/console-contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
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
  const queries = useQueryClient();
  return (
    <DialogForm
      title="Rename this team"
      action="Save name"
      onClose={onClose}
      onSubmit={async (data) => {
        await changeOwner(client, { path: { ownerId }, body: { name: String(data.get('name')) } });
        await Promise.all(
          ['getOwner', 'getSession', 'listAuditEvents'].map((query) =>
            queries.invalidateQueries({ queryKey: [query] }),
          ),
        );
      }}
    >
      <TextField label="Name" name="name" required maxLength={Name.maxLength} defaultValue={name} />
    </DialogForm>
  );
}
