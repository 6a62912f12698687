import { GrantRequest } from 'virtual:contract-schemas';
import { grantCredits, type Mode } from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';

const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
];

/** A dialog that adds credits to a balance of a team. */
export function GrantCredits({
  ownerId,
  onClose,
}: {
  readonly ownerId: string;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const { amount, note } = GrantRequest.properties;
  return (
    <DialogForm
      title="Grant credits"
      action="Grant credits"
      onClose={onClose}
      onSubmit={async (data) => {
        const reason = String(data.get('note')).trim();
        const grant = { mode: data.get('mode') as Mode, amount: Number(data.get('amount')) };
        await grantCredits(client, {
          path: { ownerId },
          body: reason === '' ? grant : { ...grant, note: reason },
        });
        await refresh();
      }}
    >
      <SelectField label="Mode" name="mode" options={MODES} />
      <TextField
        label="Credits"
        name="amount"
        type="number"
        required
        min={amount.minimum}
        max={amount.maximum}
      />
      <TextField
        label="Note"
        name="note"
        maxLength={note.maxLength}
        hint="Optional. Kept in the audit log."
      />
    </DialogForm>
  );
}
