import type { Log } from '../telemetry/log.ts';
import type { Mailer } from './mailer.ts';

/** Sends the link of an invitation. A failure is logged: the inviter has the link as well. */
export type SendInvitation = (invitation: {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: Date;
}) => Promise<void>;

/** Creates the sender of invitations; without a mailer, it sends nothing. */
export function createInvitationMail(mailer: Mailer | undefined, log: Log): SendInvitation {
  return async ({ email, link, expiresAt }) => {
    const text = `You are invited to a team in the Keyframe console.\n\nAccept the invitation until ${expiresAt.toISOString()}:\n\n${link}\n\nIf you did not expect it, ignore this message.\n`;
    const message = { to: [email], subject: 'You are invited to a team', text };
    await mailer
      ?.send(message)
      .catch((error: unknown) => log.error({ err: error }, 'an invitation was not sent by e-mail'));
  };
}
