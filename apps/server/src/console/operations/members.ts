import type { Invitation, Role } from '../../db/console-tables.ts';
import type { Database } from '../../db/database.ts';
import { violatesConstraint } from '../../db/errors.ts';
import type { TakeRates } from '../../limits/rate.queries.ts';
import { invitationLinkUrl } from '../../people/console-links.ts';
import { createInvitation, listInvitations, revokeInvitation } from '../../people/invitations.queries.ts';
import {
  changeMemberRole,
  findMember,
  includesRole,
  listMembers,
  type Member,
  removeMember,
} from '../../people/members.queries.ts';
import { findUserByEmail } from '../../people/users.queries.ts';
import {
  answerHeaders,
  type ConsoleContext,
  type ConsoleHandlers,
  createActor,
  type OperationServices,
} from '../environment.ts';
import { conflict, forbidden, notFound, rateLimited } from '../errors.ts';

/** E-mails of invitations that a team sends a minute. */
const INVITATION_MAILS = 10;

type MemberOperation = 'listMembers' | 'changeMember' | 'removeMember';
type InvitationOperation = 'listInvitations' | 'createInvitation' | 'revokeInvitation';

/** Handlers for the members of an owner. */
export function memberOperations({ database }: OperationServices): Pick<ConsoleHandlers, MemberOperation> {
  return {
    listMembers: async (context, reply) => {
      const members = await listMembers(database, context.get('membership').ownerId);
      const body = { data: members.map(describeMember) };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    changeMember: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { userId } = context.req.valid('param');
      const { role } = context.req.valid('json');
      const member = await requireMember(database, ownerId, userId);
      refuseHigherRole(context, role, member.role);
      const change = { ownerId, userId, role, actor: createActor(context) };
      await keepLastOwner(changeMemberRole(database, change));
      const changed = await requireMember(database, ownerId, userId);
      return reply({ status: 200, headers: answerHeaders(context), body: describeMember(changed) });
    },

    removeMember: async (context, reply) => {
      const { ownerId, role } = context.get('membership');
      const { userId } = context.req.valid('param');
      const revokesKeys = context.req.valid('query').created_keys === 'revoke';
      const member = await requireMember(database, ownerId, userId);
      if (revokesKeys && !includesRole(role, 'developer')) {
        throw forbidden(`Revoking keys needs the role developer; yours is ${role}.`);
      }
      if (userId !== context.get('signedIn').userId) {
        if (!includesRole(role, 'admin')) throw forbidden(`This needs the role admin; yours is ${role}.`);
        refuseHigherRole(context, member.role);
      }
      await keepLastOwner(
        removeMember(database, { ownerId, userId, actor: createActor(context), revokesKeys }),
      );
      return reply({ status: 204, headers: answerHeaders(context) });
    },
  };
}

/** Handlers for invitations. */
export function invitationOperations({
  database,
  publicUrl,
  notifications,
  sendInvitation,
  takeRates,
}: OperationServices): Pick<ConsoleHandlers, InvitationOperation> {
  return {
    listInvitations: async (context, reply) => {
      const invitations = await listInvitations(database, context.get('membership').ownerId);
      const body = { data: invitations.map(describeInvitation) };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    createInvitation: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { email, role } = context.req.valid('json');
      refuseHigherRole(context, role);
      const user = await findUserByEmail(database, email);
      if (user !== undefined && (await findMember(database, ownerId, user.id)) !== undefined) {
        throw conflict(`${user.email} is a member already.`);
      }
      if (notifications.mail !== undefined) await limitMails(takeRates, ownerId, email);
      const created = await createInvitation(database, { ownerId, email, role, actor: createActor(context) });
      const link = invitationLinkUrl(publicUrl, created.token);
      // The response has the link too, so nobody waits for an SMTP server.
      sendInvitation({ email, link, expiresAt: created.invitation.expiresAt });
      const body = { ...describeInvitation(created.invitation), link };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    revokeInvitation: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { invitationId: id } = context.req.valid('param');
      const isRevoked = await revokeInvitation(database, { ownerId, id, actor: createActor(context) });
      if (!isRevoked) throw notFound(`Invitation ${id}`);
      return reply({ status: 204, headers: answerHeaders(context) });
    },
  };
}

/** Keeps a team from sending mass e-mail, or many messages to one address, in the name of the service. */
async function limitMails(takeRates: TakeRates, ownerId: string, email: string): Promise<void> {
  const refusal = await takeRates([
    { bucket: `invitation-mail:${ownerId}`, quota: INVITATION_MAILS },
    { bucket: `invitation-mail:${ownerId}:${email.toLowerCase()}`, quota: 1 },
  ]);
  if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
}

async function requireMember(database: Database, ownerId: string, userId: string): Promise<Member> {
  const member = await findMember(database, ownerId, userId);
  if (member === undefined) throw notFound(`Member ${userId}`);
  return member;
}

/** The role owner is given and taken by those who have it. */
function refuseHigherRole(context: ConsoleContext, ...touched: readonly Role[]): void {
  const { role } = context.get('membership');
  if (role !== 'owner' && touched.includes('owner')) {
    throw forbidden(`Only a member with the role owner gives or takes that role; yours is ${role}.`);
  }
}

async function keepLastOwner(work: Promise<boolean>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!violatesConstraint(error, 'members_last_owner')) throw error;
    throw conflict(
      'The last member with the role owner must keep it. Give the role to another member first.',
    );
  });
}

/** Shows a member as lists do. */
export function describeMember({ user, role, joinedAt }: Member) {
  const { id, email, name } = user;
  return { user_id: id, email, name, role, joined_at: joinedAt.toISOString() };
}

function describeInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
