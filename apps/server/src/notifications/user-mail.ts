import type { Log } from '../telemetry/log.ts';
import type { Mailer } from './mailer.ts';

/** Sends the link of an invitation. A failure is logged: the inviter has the link as well. */
export type SendInvitation = (invitation: {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: Date;
}) => Promise<void>;

/** Sends the link that replaces a lost password. A failure is logged: the user can request another one. */
export type SendPasswordLink = (reset: { readonly email: string; readonly link: string }) => Promise<void>;

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

/** Creates the sender of links for lost passwords. */
export function createPasswordMail(mailer: Mailer, log: Log): SendPasswordLink {
  return async ({ email, link }) => {
    const text = `Someone requested a new password for your account in the Keyframe console.\n\nSet it within an hour:\n\n${link}\n\nIf you did not request it, ignore this message: your password stays as it is.\n`;
    await mailer
      .send({ to: [email], subject: 'Set a new password', text })
      .catch((error: unknown) => log.error({ err: error }, 'a link for a password was not sent by e-mail'));
  };
}
