import { Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { useMay, useOwnerId, useSession } from '../../session.tsx';
import { AuditLog } from './audit-log.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { RenameOwner } from './rename-owner.tsx';

export function TeamPage() {
  const ownerId = useOwnerId();
  const mayManage = useMay('admin');
  const name = useSession().owners.find(({ id }) => id === ownerId)?.name;
  const [open, setOpen] = useState<'invite' | 'rename'>();
  return (
    <Page
      title="Team"
      description={`Members of ${name}`}
      actions={
        mayManage ? (
          <>
            <Button onClick={() => setOpen('rename')}>
              <Pencil size={14} aria-hidden />
              Rename
            </Button>
            <Button look="primary" onClick={() => setOpen('invite')}>
              <UserPlus size={16} aria-hidden />
              Invite
            </Button>
          </>
        ) : null
      }
    >
      <Members ownerId={ownerId} />
      {mayManage ? <Invitations ownerId={ownerId} /> : null}
      {mayManage ? <AuditLog ownerId={ownerId} /> : null}
      {open === 'invite' ? <Invite ownerId={ownerId} onClose={() => setOpen(undefined)} /> : null}
      {open === 'rename' ? (
        <RenameOwner ownerId={ownerId} name={name} onClose={() => setOpen(undefined)} />
      ) : null}
    </Page>
  );
}
