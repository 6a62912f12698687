import { listAuditEvents } from '../../audit/audit.queries.ts';
import { findOwner, renameOwner } from '../../auth/owners.queries.ts';
import type { AuditEvent } from '../../db/console-tables.ts';
import type { Owner } from '../../db/tables.ts';
import { pageOf, readCursor } from '../cursor.ts';
import { actorOf, answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';
import { notFound } from '../errors.ts';

type OwnerOperation = 'getOwner' | 'changeOwner' | 'listAuditEvents';

/** An owner itself, and what was done to it. */
export function ownerOperations({ database }: OperationServices): Pick<ConsoleHandlers, OwnerOperation> {
  return {
    getOwner: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const owner = await findOwner(database, ownerId);
      if (owner === undefined) throw notFound(`Owner ${ownerId}`);
      return reply({ status: 200, headers: answerHeaders(context), body: describeOwner(owner) });
    },

    changeOwner: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { name } = context.req.valid('json');
      const owner = await renameOwner(database, { id: ownerId, name, actor: actorOf(context) });
      if (owner === undefined) throw notFound(`Owner ${ownerId}`);
      return reply({ status: 200, headers: answerHeaders(context), body: describeOwner(owner) });
    },

    listAuditEvents: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { action, cursor, limit } = context.req.valid('query');
      const before = readAuditCursor(cursor);
      const events = await listAuditEvents(database, { ownerId, action, before, limit: limit + 1 });
      const body = pageOf(events, limit, describeAuditEvent);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

function describeOwner({ id, name, createdAt }: Owner) {
  return { id, name, created_at: createdAt.toISOString() };
}

/** Reads a cursor of the audit log: the number of an event. */
export function readAuditCursor(cursor: string | undefined): number | undefined {
  const id = readCursor(cursor, /^[1-9]\d{0,14}$/);
  return id === undefined ? undefined : Number(id);
}

export function describeAuditEvent(event: AuditEvent) {
  const { id, createdAt, actorKind, actorId, actorEmail, action, ownerId, target, detail, ip, userAgent } =
    event;
  return {
    id: String(id),
    at: createdAt.toISOString(),
    actor: { kind: actorKind, id: actorId, email: actorEmail },
    action,
    owner_id: ownerId,
    target,
    detail,
    ip,
    user_agent: userAgent,
  };
}
