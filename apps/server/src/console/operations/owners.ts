import type { Owner } from '../../db/tables.ts';
import { findOwner, renameOwner } from '../../owners/owners.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { notFound } from '../errors.ts';
import { listAuditPage } from './audit-events.ts';

type OwnerOperation = 'getOwner' | 'changeOwner' | 'listAuditEvents';

/** An owner itself, and what was done to it. */
export function ownerOperations({ database }: OperationServices): Pick<ConsoleHandlers, OwnerOperation> {
  return {
    getOwner: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const owner = await findOwner(database, ownerId);
      if (owner === undefined) throw notFound(`Team ${ownerId}`);
      return reply({ status: 200, headers: answerHeaders(context), body: describeOwner(owner) });
    },

    changeOwner: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { name } = context.req.valid('json');
      const owner = await renameOwner(database, { id: ownerId, name, actor: createActor(context) });
      if (owner === undefined) throw notFound(`Team ${ownerId}`);
      return reply({ status: 200, headers: answerHeaders(context), body: describeOwner(owner) });
    },

    listAuditEvents: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const body = await listAuditPage(database, { ...context.req.valid('query'), owner_id: ownerId });
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

function describeOwner({ id, name, createdAt, callbacksFetchedAt }: Owner) {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    callbacks_fetched_at: callbacksFetchedAt?.toISOString() ?? null,
  };
}
