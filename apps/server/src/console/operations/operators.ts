import { createCallbackSecret } from '../../callbacks/sign.ts';
import { grantCredits } from '../../credits/ledger.queries.ts';
import type { Database } from '../../db/database.ts';
import { createOwner, type ListedOwner, listOwners } from '../../owners/owners.queries.ts';
import { invitationLinkUrl, operatorLinkUrl } from '../../people/console-links.ts';
import { createInvitation } from '../../people/invitations.queries.ts';
import { addMember } from '../../people/members.queries.ts';
import { createOperatorLink, listOperators, removeOperator } from '../../people/operators.queries.ts';
import { createListPage, readCursor } from '../cursor.ts';
import {
  answerHeaders,
  type ConsoleContext,
  type ConsoleHandlers,
  createActor,
  type OperationServices,
} from '../environment.ts';
import { conflict, notFound } from '../errors.ts';
import { listAuditPage } from './audit-events.ts';

type OwnersOperation = 'listOwners' | 'createOwner' | 'getOperatorOwner' | 'grantCredits';
type OperatorOperation =
  | 'listOperators'
  | 'removeOperator'
  | 'createOperatorLink'
  | 'listOperatorAuditEvents';

/** All owners, as operators see them. */
export function operatorOwnerOperations(services: OperationServices): Pick<ConsoleHandlers, OwnersOperation> {
  const { database } = services;
  return {
    listOwners: async (context, reply) => {
      const { search, cursor, limit } = context.req.valid('query');
      const before = readCursor(cursor, /^own_[0-9a-z]{1,40}$/);
      const owners = await listOwners(database, { search, before, limit: limit + 1 });
      return reply({
        status: 200,
        headers: answerHeaders(context),
        body: createListPage(owners, limit, describeOwner),
      });
    },

    createOwner: async (context, reply) => {
      const { id, link } = await createOwnerWithMember(services, context, context.req.valid('json'));
      const body = { owner: await requireOwner(database, id), invitation_link: link };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    getOperatorOwner: async (context, reply) =>
      reply({
        status: 200,
        headers: answerHeaders(context),
        body: await requireOwner(database, context.req.valid('param').ownerId),
      }),

    grantCredits: async (context, reply) => {
      const { ownerId } = context.req.valid('param');
      const { mode, amount, note } = context.req.valid('json');
      await requireOwner(database, ownerId);
      const idempotencyKey = context.req.valid('header')['Idempotency-Key'];
      const grant = { ownerId, mode, amount, note, idempotencyKey, actor: createActor(context, 'operator') };
      if ((await grantCredits(database, grant)) === 'conflict') {
        throw conflict('Idempotency-Key was used for another grant to this team.');
      }
      const { balances } = await requireOwner(database, ownerId);
      return reply({ status: 201, headers: answerHeaders(context), body: balances });
    },
  };
}

/** Those who operate the service, and what was done anywhere. */
export function operatorOperations({
  database,
  publicUrl,
}: OperationServices): Pick<ConsoleHandlers, OperatorOperation> {
  return {
    listOperators: async (context, reply) => {
      const operators = await listOperators(database);
      const data = operators.map(({ id, email, name }) => ({ id, email, name, is_operator: true }));
      return reply({ status: 200, headers: answerHeaders(context), body: { data } });
    },

    removeOperator: async (context, reply) => {
      const { userId } = context.req.valid('param');
      const outcome = await removeOperator(database, userId, createActor(context, 'operator'));
      if (outcome === 'not-found') throw notFound(`Operator ${userId}`);
      if (outcome === 'last')
        throw conflict('The last operator cannot be removed. Make another operator first.');
      return reply({ status: 204, headers: answerHeaders(context) });
    },

    createOperatorLink: async (context, reply) => {
      const actor = createActor(context, 'operator');
      const { token, expiresAt } = await createOperatorLink(database, { actor });
      const body = { link: operatorLinkUrl(publicUrl, token), expires_at: expiresAt.toISOString() };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    listOperatorAuditEvents: async (context, reply) => {
      const body = await listAuditPage(database, context.req.valid('query'));
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

/** Creates an owner whose first member is invited by an address, or else is the operator. */
async function createOwnerWithMember(
  { database, publicUrl }: OperationServices,
  context: ConsoleContext,
  { name, email }: { readonly name: string; readonly email?: string | undefined },
): Promise<{ readonly id: string; readonly link: string | null }> {
  const actor = createActor(context, 'operator');
  return database.transaction(async (transaction) => {
    const { id } = await createOwner(transaction, { name, callbackSecret: createCallbackSecret(), actor });
    if (email === undefined) {
      await addMember(transaction, { ownerId: id, userId: context.get('signedIn').userId, role: 'owner' });
      return { id, link: null };
    }
    const invitation = await createInvitation(transaction, { ownerId: id, email, role: 'owner', actor });
    return { id, link: invitationLinkUrl(publicUrl, invitation.token) };
  });
}

/** Reads an owner as operators see it. */
export async function requireOwner(database: Database, id: string) {
  const [owner] = await listOwners(database, { id, limit: 1 });
  if (owner === undefined) throw notFound(`Team ${id}`);
  return describeOwner(owner);
}

function describeOwner({ id, name, createdAt, suspendedAt, members, balances }: ListedOwner) {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    suspended_at: suspendedAt?.toISOString() ?? null,
    members,
    balances: { ...balances },
  };
}
