import { Email } from 'virtual:contract-schemas';
import { createPasswordLink, type PasswordLink } from '@keyframe/console-contract/client';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';
import { ShownLink } from '../../components/shown-link.tsx';
import { Time } from '../../components/time.tsx';

/** Asks who lost a password, and then shows the link to hand over. */
export function CreatePasswordLink({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<PasswordLink>();
  if (created !== undefined) {
    return (
      <ShownLink title="Password reset link" link={created.link} onClose={onClose}>
        Send this link to the user yourself. It works once and expires <Time at={created.expires_at} />.
        {created.needs_confirmation
          ? ' The user is an operator: the link works only after another operator has confirmed it on this page.'
          : ' The user and their teams see that you created it.'}
      </ShownLink>
    );
  }
  return (
    <DialogForm
      title="Reset a lost password"
      action="Create link"
      onClose={onClose}
      onDone={() => undefined}
      onSubmit={async (data) =>
        setCreated(await createPasswordLink(client, { body: { email: String(data.get('email')) } }))
      }
    >
      <TextField
        label="E-mail address of the user"
        name="email"
        type="email"
        required
        maxLength={Email.maxLength}
        autoFocus
      />
    </DialogForm>
  );
}
