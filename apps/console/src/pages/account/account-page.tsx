import { LogOut } from 'lucide-react';
import { signOutEverywhere } from '../../api/auth.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { Properties } from '../../components/properties.tsx';
import { readable } from '../../components/statuses.tsx';
import { useSession } from '../../shell/session.tsx';
import { useSignOut } from '../../shell/sign-out.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordCard } from './password-card.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const { user, owners } = useSession();
  const leave = useSignOut(signOutEverywhere);
  const teams = owners.map(({ name, role }) => `${name} (${readable(role).toLowerCase()})`);
  return (
    <Page
      title="Account"
      actions={
        <ActionButton onAct={leave}>
          <LogOut size={14} aria-hidden />
          Sign out everywhere
        </ActionButton>
      }
    >
      <Card title="Profile">
        <Properties
          rows={[
            ['Name', user.name],
            ['E-mail address', user.email],
            ['Teams', teams.length === 0 ? 'None' : teams.join(', ')],
            ['Operator', user.is_operator ? 'Yes' : 'No'],
          ]}
        />
      </Card>
      <Passkeys />
      <PasswordCard />
      <Sessions />
    </Page>
  );
}
