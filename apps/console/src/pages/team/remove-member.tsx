import { listKeys, type Member, removeMember } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { CheckField } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useMay } from '../../shell/session.tsx';

const REVOKE_KEYS = 'revoke_keys';

/** Asks before a member is removed or leaves, and lists the keys that the member created. */
export function RemoveMember({
  ownerId,
  member,
  isSelf,
  onClose,
}: {
  readonly ownerId: string;
  readonly member: Member;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  return (
    <DialogForm
      title={isSelf ? 'Leave this team?' : `Remove ${member.name}?`}
      action={isSelf ? 'Leave team' : 'Remove member'}
      isDanger
      onClose={onClose}
      onSubmit={async (data) => {
        const path = { ownerId, userId: member.user_id };
        await removeMember(client, {
          path,
          query: { created_keys: data.has(REVOKE_KEYS) ? 'revoke' : 'keep' },
        });
        await refresh();
      }}
    >
      <p>
        {isSelf
          ? 'You can no longer see this team. Invitations that you sent are revoked.'
          : `${member.email} can no longer see this team. Invitations that they sent are revoked.`}
      </p>
      <CreatedKeys ownerId={ownerId} member={member} creator={isSelf ? 'You' : 'They'} />
    </DialogForm>
  );
}

function CreatedKeys({
  ownerId,
  member,
  creator,
}: {
  readonly ownerId: string;
  readonly member: Member;
  readonly creator: 'They' | 'You';
}) {
  const mayRevoke = useMay('developer');
  const query = useQuery(operationQuery(listKeys, { path: { ownerId } }));
  return (
    <QueryView query={query}>
      {({ data }) => {
        const created = data.filter((key) => key.created_by === member.email && key.state === 'active');
        if (created.length === 0) return <p>{creator} created no key that is active.</p>;
        return (
          <>
            <p>{creator} created these keys, which continue to work until they are revoked:</p>
            <ul>
              {created.map(({ id, name, hint }) => (
                <li key={id}>
                  {name} <code>{hint}</code>
                </li>
              ))}
            </ul>
            {mayRevoke ? <CheckField label="Revoke these keys" name={REVOKE_KEYS} /> : null}
          </>
        );
      }}
    </QueryView>
  );
}
