import { passwordLinkUrl } from '../../people/console-links.ts';
import {
  confirmPasswordLink,
  createPasswordLink,
  isPasswordLink,
  listUnconfirmedLinks,
  resetPassword,
} from '../../people/password-links.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { notFound } from '../errors.ts';

type PasswordOperation =
  | 'createPasswordLink'
  | 'listUnconfirmedPasswordLinks'
  | 'confirmPasswordLink'
  | 'resetPassword';

/** Handlers for links that replace a lost password, which an operator hands to the user. */
export function passwordOperations(services: OperationServices): Pick<ConsoleHandlers, PasswordOperation> {
  const { database, hashing, publicUrl } = services;
  return {
    createPasswordLink: async (context, reply) => {
      const { email } = context.req.valid('json');
      const created = await createPasswordLink(database, { email, actor: createActor(context, 'operator') });
      if (created === undefined) throw notFound(`User ${email}`);
      const { token, expiresAt, needsConfirmation } = created;
      const body = {
        link: passwordLinkUrl(publicUrl, token),
        expires_at: expiresAt.toISOString(),
        needs_confirmation: needsConfirmation,
      };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    listUnconfirmedPasswordLinks: async (context, reply) => {
      const links = await listUnconfirmedLinks(database);
      const data = links.map(({ user, createdBy, createdAt, expiresAt }) => ({
        user_id: user.id,
        email: user.email,
        created_by: createdBy,
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      }));
      return reply({ status: 200, headers: answerHeaders(context), body: { data } });
    },

    confirmPasswordLink: async (context, reply) => {
      const { userId } = context.req.valid('param');
      const actor = createActor(context, 'operator');
      if (!(await confirmPasswordLink(database, { userId, actor }))) throw notFound(`Link of user ${userId}`);
      return reply({ status: 204, headers: answerHeaders(context) });
    },

    resetPassword: async (context, reply) => {
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
      return reply({ status: 204, headers: answerHeaders(context) });
    },
  };
}
