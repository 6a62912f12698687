import { getNotificationSettings, type NotificationSettings } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { operationQuery } from '../../api/operation-query.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { Properties } from '../../components/properties.tsx';
import { QueryView } from '../../components/query-view.tsx';

export function NotificationsPage() {
  const query = useQuery(operationQuery(getNotificationSettings, {}));
  return (
    <Page
      title="Notifications"
      description={
        <>
          How the service sends invitations and reports failed refunds.{' '}
          <a href="/docs/operate/configuration/">The configuration sets this</a>
        </>
      }
    >
      <QueryView query={query} rows={4}>
        {(settings) => <Channels settings={settings} />}
      </QueryView>
    </Page>
  );
}

function Channels({
  settings: { invitations, failed_refunds: refunds },
}: {
  readonly settings: NotificationSettings;
}) {
  const to = refunds.email_to;
  return (
    <>
      <Card title="Invitations">
        <Properties
          rows={[
            [
              'E-mail',
              <Channel key="email" off="Members deliver the links themselves.">
                {invitations.email_from === null ? null : `from ${invitations.email_from}`}
              </Channel>,
            ],
          ]}
        />
      </Card>
      <Card title="Failed refunds">
        <Properties
          rows={[
            [
              'E-mail',
              <Channel key="email" off="Operators find failed refunds in the menu.">
                {to.length === 0 ? null : `to ${to.join(', ')}`}
              </Channel>,
            ],
            [
              'Webhook',
              <Channel key="webhook" off="No other system is informed.">
                {refunds.webhook === null ? null : `to ${refunds.webhook}`}
              </Channel>,
            ],
          ]}
        />
      </Card>
    </>
  );
}

/** Whether a channel is on, with its address or with the consequence of its absence. */
function Channel({ off, children }: { readonly off: string; readonly children: ReactNode }) {
  const isOn = children !== null;
  return (
    <>
      <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge> {isOn ? children : off}
    </>
  );
}
