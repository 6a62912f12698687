import { changeMember, listMembers, type Member, type Role } from '@keyframe/console-contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Stacked } from '../../components/stacked.tsx';
import { readable } from '../../components/statuses.tsx';
import { BUTTONS, type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useMay, useSession } from '../../shell/session.tsx';
import { RemoveMember } from './remove-member.tsx';
import { ROLES } from './roles.ts';
import styles from './team.module.css';

/** Members of the owner, with their roles. */
export function Members({ ownerId }: { readonly ownerId: string }) {
  const { user } = useSession();
  const mayManage = useMay('admin');
  const query = useQuery(operationQuery(listMembers, { path: { ownerId } }));
  const [removed, setRemoved] = useState<Member>();
  const change = useChangeRole(ownerId);
  const columns: Column<Member>[] = [
    { header: 'Member', cell: ({ name, email }) => <Stacked main={name} below={email} /> },
    {
      header: 'Role',
      cell: (member) =>
        mayManage ? (
          <RoleSelect member={member} onChange={(role) => change.mutate({ member, role })} />
        ) : (
          readable(member.role)
        ),
    },
    { header: 'Joined', cell: ({ joined_at: at }) => <Time at={at} /> },
    {
      ...BUTTONS,
      cell: (member) =>
        mayManage || member.user_id === user.id ? (
          <Button
            aria-label={member.user_id === user.id ? 'Leave team' : `Remove ${member.name}`}
            onClick={() => setRemoved(member)}
          >
            {member.user_id === user.id ? 'Leave' : 'Remove'}
          </Button>
        ) : null,
    },
  ];
  return (
    <Card title="Members" isFlush>
      {change.error === null ? null : <Notice tone="danger">{describeError(change.error)}</Notice>}
      <QueryView query={query}>
        {({ data }) => (
          <Table label="Members" rows={data} rowKey={({ user_id: id }) => id} columns={columns} />
        )}
      </QueryView>
      {removed === undefined ? null : (
        <RemoveMember
          ownerId={ownerId}
          member={removed}
          isSelf={removed.user_id === user.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  );
}

function useChangeRole(ownerId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ member, role }: { member: Member; role: Role }) =>
      changeMember(client, { path: { ownerId, userId: member.user_id }, body: { role } }),
    // The session contains the role of its user, too.
    onSettled: () => refresh(),
  });
}

function RoleSelect({
  member,
  onChange,
}: {
  readonly member: Member;
  readonly onChange: (role: Role) => void;
}) {
  return (
    <select
      className={styles.role}
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={({ target }) => onChange(target.value as Role)}
    >
      {ROLES.map(({ value }) => (
        <option key={value} value={value}>
          {readable(value)}
        </option>
      ))}
    </select>
  );
}
