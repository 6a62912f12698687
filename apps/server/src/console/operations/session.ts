import { recordAudit } from '../../audit/audit.queries.ts';
import { addMember } from '../../people/members.queries.ts';
import {
  addOperator,
  hasOperator,
  isOperatorLink,
  redeemOperatorLink,
} from '../../people/operators.queries.ts';
import { answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';
import { notFound } from '../errors.ts';
import { describeNewcomer, describeSession, register, type Welcome } from '../registration.ts';
import { hasPasskeys, OIDC_PROVIDER } from '../sign-in.ts';

type SessionOperation = 'getSignInMethods' | 'setUpOperator' | 'getSession';

/** Handlers for the session, the ways to sign in, and the setup of an operator. */
export function sessionOperations(services: OperationServices): Pick<ConsoleHandlers, SessionOperation> {
  const { database, oidc, publicUrl, sendPasswordLink } = services;
  // The last operator cannot be removed, so nobody's requests reach the database once there is one.
  let isSetUp = false;
  const needsSetup = async () => {
    isSetUp ||= await hasOperator(database);
    return !isSetUp;
  };
  return {
    getSignInMethods: async (context, reply) =>
      reply({
        status: 200,
        headers: answerHeaders(context),
        body: {
          needs_setup: await needsSetup(),
          passkeys: hasPasskeys(publicUrl),
          password_reset: sendPasswordLink !== undefined,
          oidc: oidc === undefined ? [] : [{ id: OIDC_PROVIDER, name: oidc.name }],
        },
      }),

    getSession: async (context, reply) =>
      reply({
        status: 200,
        headers: answerHeaders(context),
        body: await describeSession(database, context.get('signedIn')),
      }),

    setUpOperator: async (context, reply) => {
      const { token, ...newcomer } = context.req.valid('json');
      // Before the costly hash; the transaction decides.
      if (!(await isOperatorLink(database, token))) throw notFound('Link');
      const welcome: Welcome = async (transaction, user) => {
        const link = await redeemOperatorLink(transaction, token);
        if (link === undefined) throw notFound('Link');
        await addOperator(transaction, user.id);
        const { ownerId } = link;
        if (ownerId !== null) await addMember(transaction, { ownerId, userId: user.id, role: 'owner' });
        const actor = describeNewcomer(context, user);
        await recordAudit(transaction, actor, { action: 'operator.create', ownerId, target: user.id });
      };
      const signedIn = await register(services, context, { newcomer, welcome });
      const body = await describeSession(database, { ...signedIn, isOperator: true });
      return reply({ status: 201, headers: answerHeaders(context), body });
    },
  };
}
