import type { PasswordLinkEvent } from '@keyframe/console-contract/client';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { Time } from '../components/time.tsx';
import { useSession } from '../session.tsx';
import { recall, remember } from '../storage.ts';

const LAST_READ = 'keyframe-password-link';

/** Reports that someone created or used a link to the user's account. Each browser shows it until it is dismissed there. */
export function PasswordLinkNotice() {
  const { user, password_links: events } = useSession();
  const name = `${LAST_READ}-${user.id}`;
  const [lastRead, setLastRead] = useState(recall(name) ?? '');
  const unread = events.filter(({ at }) => at > lastRead);
  const newest = unread[0];
  if (newest === undefined) return null;
  const dismiss = () => {
    remember(name, newest.at);
    setLastRead(newest.at);
  };
  return (
    <Notice tone="warning">
      {unread.map((event) => (
        <p key={`${event.at} ${event.event}`}>
          <Time at={event.at} />: {describeEvent(event)}
        </p>
      ))}
      <p>If you did not request this, tell an owner of your team.</p>
      <Button onClick={dismiss}>Dismiss</Button>
    </Notice>
  );
}

function describeEvent({ event, by }: PasswordLinkEvent): string {
  if (event === 'used') return 'Your password was set with a one-time link.';
  const creator = by === null ? 'the command line' : `the operator ${by}`;
  return `A one-time link that sets your password was created by ${creator}.`;
}
