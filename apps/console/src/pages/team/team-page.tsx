import { Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useOpenParameter } from '../../components/open-parameter.ts';
import { Page } from '../../components/page.tsx';
import { useMay, useOwnerId, useSession } from '../../shell/session.tsx';
import { AuditLog } from './audit-log.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { RenameOwner } from './rename-owner.tsx';

export function TeamPage() {
  const ownerId = useOwnerId();
  const mayManage = useMay('admin');
  const name = useSession().owners.find(({ id }) => id === ownerId)?.name;
  const [isInviting, setIsInviting] = useOpenParameter('invite');
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <Page
      title="Team"
      description={`Members of ${name}`}
      actions={
        mayManage ? (
          <>
            <Button onClick={() => setIsRenaming(true)}>
              <Pencil size={14} aria-hidden />
              Rename
            </Button>
            <Button look="primary" onClick={() => setIsInviting(true)}>
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
      {isInviting && mayManage ? <Invite ownerId={ownerId} onClose={() => setIsInviting(false)} /> : null}
      {isRenaming ? <RenameOwner ownerId={ownerId} name={name} onClose={() => setIsRenaming(false)} /> : null}
    </Page>
  );
}
