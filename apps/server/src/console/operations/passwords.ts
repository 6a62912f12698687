import { createPasswordLink, isPasswordLink, resetPassword } from '../../auth/password-links.queries.ts';
import { passwordLinkUrl } from '../../console-links.ts';
import { actorOf, answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';
import { notFound } from '../errors.ts';
import { limitPublic } from '../registration.ts';

type PasswordOperation = 'createPasswordLink' | 'resetPassword';

/** How a lost password is replaced: by a link that an operator hands to the user. */
export function passwordOperations({
  database,
  hashing,
  publicUrl,
  streams,
}: OperationServices): Pick<ConsoleHandlers, PasswordOperation> {
  return {
    createPasswordLink: async (context, reply) => {
      const { email } = context.req.valid('json');
      const created = await createPasswordLink(database, { email, actor: actorOf(context, 'operator') });
      if (created === undefined) throw notFound(`User ${email}`);
      const { token, expiresAt } = created;
      const body = { link: passwordLinkUrl(publicUrl, token), expires_at: expiresAt.toISOString() };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    resetPassword: async (context, reply) => {
      await limitPublic(database, context);
      const { token, password } = context.req.valid('json');
      // Before the costly hash; the transaction decides.
      if (!(await isPasswordLink(database, token))) throw notFound('Link');
      const passwordHash = await hashing.hash(password);
      const from = {
        ip: context.get('clientAddress'),
        userAgent: context.req.header('user-agent') ?? null,
      };
      const userId = await resetPassword(database, { token, passwordHash, from });
      if (userId === undefined) throw notFound('Link');
      await streams.recheck({ userId });
      return reply({ status: 204, headers: answerHeaders(context) });
    },
  };
}
