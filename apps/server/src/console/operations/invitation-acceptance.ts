import { recordAudit } from '../../audit/audit.queries.ts';
import type { Invitation } from '../../db/console-tables.ts';
import type { Database } from '../../db/database.ts';
import { findInvitation, redeemInvitation } from '../../people/invitations.queries.ts';
import { addMember, readAccess } from '../../people/members.queries.ts';
import { findUserByEmail } from '../../people/users.queries.ts';
import {
  answerHeaders,
  type ConsoleContext,
  type ConsoleHandlers,
  type OperationServices,
  type SignedIn,
} from '../environment.ts';
import { conflict, forbidden, invalidRequest, notFound } from '../errors.ts';
import { describeNewcomer, describeSession, register, type Welcome } from '../registration.ts';

type AcceptanceOperation = 'lookUpInvitation' | 'acceptInvitation';

/** Handlers for the link of an invitation. */
export function invitationAcceptanceOperations(
  services: OperationServices,
): Pick<ConsoleHandlers, AcceptanceOperation> {
  const { database } = services;
  return {
    lookUpInvitation: async (context, reply) => {
      const { invitation, ownerName } = await requireInvitation(database, context.req.valid('json').token);
      const user = await findUserByEmail(database, invitation.email);
      const body = {
        email: invitation.email,
        role: invitation.role,
        owner_name: ownerName,
        has_account: user !== undefined,
        expires_at: invitation.expiresAt.toISOString(),
      };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    acceptInvitation: async (context, reply) => {
      const { token, name, password } = context.req.valid('json');
      const { invitation } = await requireInvitation(database, token);
      const welcome = createWelcome(token, context);
      const signedIn =
        (await joinAsUser(services, context, { invitation, welcome })) ??
        (await register(services, context, {
          newcomer: {
            email: invitation.email,
            name: required('name', name),
            password: required('password', password),
          },
          welcome,
        }));
      const { isOperator } = await readAccess(database, signedIn.userId, undefined);
      const body = await describeSession(database, { ...signedIn, isOperator });
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

async function requireInvitation(database: Database, token: string) {
  const found = await findInvitation(database, token);
  if (found === undefined) throw notFound('Invitation');
  return found;
}

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw invalidRequest(`${field}: is required for a new user`, `/${field}`);
  return value;
}

function createWelcome(token: string, context: ConsoleContext): Welcome {
  return async (transaction, user) => {
    const invitation = await redeemInvitation(transaction, token);
    if (invitation === undefined) throw notFound('Invitation');
    const { ownerId, role } = invitation;
    if (!(await addMember(transaction, { ownerId, userId: user.id, role }))) {
      throw conflict(`User ${user.email} is a member already, and keeps their role.`);
    }
    const record = { action: 'member.join', ownerId, target: user.id, detail: { role } } as const;
    await recordAudit(transaction, describeNewcomer(context, user), record);
  };
}

/** Adds the user who is signed in; undefined without a session. */
async function joinAsUser(
  { database, signIn }: OperationServices,
  context: ConsoleContext,
  { invitation, welcome }: { readonly invitation: Invitation; readonly welcome: Welcome },
): Promise<Omit<SignedIn, 'isOperator'> | undefined> {
  const current = await signIn.api.getSession({ headers: context.req.raw.headers });
  if (current === null) return undefined;
  const { id, email, name } = current.user;
  if (email !== invitation.email) {
    throw forbidden(`The invitation is for ${invitation.email}; you are signed in as ${email}.`);
  }
  await database.transaction((transaction) => welcome(transaction, { id, email }));
  return { userId: id, email, name, expiresAt: current.session.expiresAt };
}
