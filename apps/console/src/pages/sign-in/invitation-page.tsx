import {
  acceptInvitation,
  type InvitationAcceptance,
  type InvitationPreview,
  lookUpInvitation,
} from '@keyframe/console-contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError, hasStatus } from '../../api/describe-error.ts';
import { operationQuery } from '../../api/operation-query.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import styles from '../../shell/entry.module.css';
import { Entry } from '../../shell/entry.tsx';
import { SESSION } from '../../shell/session.tsx';
import { AccountFields } from './account-fields.tsx';
import { useEnter } from './enter.ts';
import { EntryForm } from './entry-form.tsx';
import { INCOMPLETE_LINK, useLinkToken } from './link-token.ts';

/** Landing page of an invitation link. */
export function InvitationPage() {
  const token = useLinkToken();
  const preview = useQuery(operationQuery(lookUpInvitation, { body: { token } }));
  const session = useQuery(SESSION);
  const isSignedOut = hasStatus(session.error, 401);
  if (preview.error !== null)
    return (
      <Entry
        title="Invitation not found"
        text={hasStatus(preview.error, 400) ? INCOMPLETE_LINK.text : describeError(preview.error)}
      />
    );
  if (preview.data === undefined || session.isPending) return <Entry title="Invitation" />;
  const { email, role, owner_name: name, expires_at: until } = preview.data;
  return (
    <Entry
      title={`Join ${name}`}
      text={
        <>
          {email} is invited with the role {role}. The invitation expires <Time at={until} />.
        </>
      }
    >
      {isSignedOut ? (
        <SignedOut preview={preview.data} token={token} />
      ) : (
        <Accept body={{ token }} label="Accept the invitation" />
      )}
    </Entry>
  );
}

function SignedOut({ preview, token }: { readonly preview: InvitationPreview; readonly token: string }) {
  if (!preview.has_account) return <Accept body={{ token }} label="Create account" isNew />;
  const next = encodeURIComponent(`/invitation#token=${token}`);
  return (
    <>
      <p className={styles.text}>Sign in as {preview.email} to accept.</p>
      <ButtonLink href={`/sign-in?next=${next}`} look="primary" isWide>
        Sign in
      </ButtonLink>
    </>
  );
}

function Accept({
  body,
  label,
  isNew = false,
}: {
  readonly body: InvitationAcceptance;
  readonly label: string;
  /** Whether an account is created, which needs a name and a password. */
  readonly isNew?: boolean;
}) {
  const enter = useEnter();
  const accept = useMutation({
    mutationFn: async (data: FormData) => {
      const account = { name: String(data.get('name')), password: String(data.get('password')) };
      await acceptInvitation(client, { body: isNew ? { ...body, ...account } : body });
      await enter();
    },
  });
  return (
    <EntryForm action={label} submission={accept}>
      {isNew ? <AccountFields /> : null}
    </EntryForm>
  );
}
