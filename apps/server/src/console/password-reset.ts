/** The reset of a lost password by better-auth, with a link that goes to the user by mail. */
import type { BetterAuthOptions } from 'better-auth';
import { recordAccountAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import type { SendPasswordLink } from '../notifications/user-mail.ts';
import { passwordLinkUrl } from '../people/console-links.ts';
import { PASSWORD_LINK_SECONDS } from '../people/password-links.queries.ts';
import { endAccess } from '../people/users.queries.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';

interface ResetServices {
  readonly database: Database;
  readonly publicUrl: string;
  readonly sendPasswordLink: SendPasswordLink | undefined;
}

/** Returns the settings of the reset. Links that the command line prints work without mail, too. */
export function passwordReset({
  database,
  publicUrl,
  sendPasswordLink,
}: ResetServices): Omit<NonNullable<BetterAuthOptions['emailAndPassword']>, 'enabled'> {
  return {
    resetPasswordTokenExpiresIn: PASSWORD_LINK_SECONDS,
    revokeSessionsOnPasswordReset: true,
    ...(sendPasswordLink !== undefined && {
      // Not awaited: the response takes as long for an address that no user has.
      sendResetPassword: async ({ user, token }) => {
        void sendPasswordLink({ email: user.email, link: passwordLinkUrl(publicUrl, token) });
      },
    }),
    onPasswordReset: async ({ user }, request) => {
      const ip = request?.headers.get(CLIENT_ADDRESS_HEADER) ?? null;
      const userAgent = request?.headers.get('user-agent') ?? null;
      await database.transaction(async (transaction) => {
        await endAccess(transaction, user.id);
        const actor = { kind: 'user', id: user.id, email: null, ip, userAgent } as const;
        await recordAccountAudit(transaction, actor, { action: 'password.reset', userId: user.id });
      });
    },
  };
}
