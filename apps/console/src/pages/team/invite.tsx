import { Email } from 'virtual:contract-schemas';
import {
  createInvitation,
  type InvitationCreated,
  listAuditEvents,
  listInvitations,
  type Role,
} from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ShownLink } from '../../components/shown-link.tsx';
import { ROLES } from './roles.ts';

/** Asks whom to invite, and then shows the link to hand over. */
export function Invite({ ownerId, onClose }: { readonly ownerId: string; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const [created, setCreated] = useState<InvitationCreated>();
  if (created !== undefined) {
    return (
      <ShownLink title={`Invitation for ${created.email}`} link={created.link} onClose={onClose}>
        Send this link to {created.email} yourself, unless the service sends invitations by e-mail. It works
        once and is not shown again.
      </ShownLink>
    );
  }
  return (
    <DialogForm
      title="Invite to this team"
      action="Create invitation"
      onClose={onClose}
      onSubmit={async (data) => {
        const body = { email: String(data.get('email')), role: data.get('role') as Role };
        setCreated(await createInvitation(client, { path: { ownerId }, body }));
      }}
      onDone={() => refresh(listInvitations, listAuditEvents)}
    >
      <TextField label="E-mail address" name="email" type="email" required maxLength={Email.maxLength} />
      <SelectField label="Role" name="role" options={ROLES} defaultValue="developer" />
    </DialogForm>
  );
}
