import { SuspensionRequest } from 'virtual:contract-schemas';
import { type OperatorOwner, resumeOwner, suspendOwner } from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';
import { Row } from '../../components/layout.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../components/time.tsx';

/** A warning that a team is suspended, with a button that resumes it. */
export function SuspensionNotice({ owner: { id, suspended_at: at } }: { readonly owner: OperatorOwner }) {
  const refresh = useRefresh();
  if (at === null) return null;
  const resume = async () => {
    await resumeOwner(client, { path: { ownerId: id } });
    await refresh();
  };
  return (
    <Notice tone="warning">
      <Row isSpread>
        <span>
          This team was suspended <Time at={at} />. Its keys are rejected with 403 <code>forbidden</code>.
        </span>
        <ActionButton onAct={resume}>Resume</ActionButton>
      </Row>
    </Notice>
  );
}

/** A dialog that suspends a team. */
export function SuspendTeam({
  ownerId,
  name,
  onClose,
}: {
  readonly ownerId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  return (
    <DialogForm
      title={`Suspend ${name}?`}
      action="Suspend team"
      isDanger
      onClose={onClose}
      onSubmit={async (data) => {
        const note = String(data.get('note')).trim();
        await suspendOwner(client, { path: { ownerId }, body: note === '' ? {} : { note } });
        await refresh();
      }}
    >
      <p>
        Its keys are rejected with 403 <code>forbidden</code>, and its members cannot submit tasks here. Tasks
        in progress continue. You can resume the team at any time.
      </p>
      <TextField
        label="Reason"
        name="note"
        maxLength={SuspensionRequest.properties.note.maxLength}
        hint="Optional. Kept in the audit log, where admins of the team can read it."
      />
    </DialogForm>
  );
}
