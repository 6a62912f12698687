import { Email, Name } from 'virtual:contract-schemas';
import { createOwner } from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';
import { ShownLink } from '../../components/shown-link.tsx';

/** A dialog that creates a team and, with an e-mail address, shows the invitation of its first member. */
export function CreateOwner({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const [link, setLink] = useState<string>();
  if (link !== undefined) {
    return (
      <ShownLink title="Team created" link={link} onClose={onClose}>
        Send this link to the first member yourself, unless the service sends invitations by e-mail. It works
        once and is not shown again.
      </ShownLink>
    );
  }
  return (
    <DialogForm
      title="Create a team"
      action="Create team"
      onClose={onClose}
      onDone={() => undefined}
      onSubmit={async (data) => {
        const [name, email] = [String(data.get('name')), String(data.get('email'))];
        const created = await createOwner(client, { body: email === '' ? { name } : { name, email } });
        // Without an invitation the operator is the first member, whom the session knows.
        refresh();
        if (created.invitation_link === null) onClose();
        else setLink(created.invitation_link);
      }}
    >
      <TextField label="Name" name="name" required maxLength={Name.maxLength} />
      <TextField
        label="E-mail address of its first member"
        name="email"
        type="email"
        maxLength={Email.maxLength}
        hint="Optional. Without one, you are its first member."
      />
    </DialogForm>
  );
}
