import type { AuditEventPage } from '@keyframe/console-contract/hono';
import { listAuditEvents } from '../../audit/listing.queries.ts';
import type { AuditEvent } from '../../db/console-tables.ts';
import type { Database } from '../../db/database.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { readMoment } from '../read-moment.ts';

/** Filters and limits of a page of the audit log. */
interface AuditQuery {
  readonly owner_id?: string | undefined;
  readonly actor_id?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Lists a page of the audit log, of one owner or of all of them. */
export async function listAuditPage(database: Database, query: AuditQuery): Promise<AuditEventPage> {
  // A cursor of the audit log is the number of an event.
  const last = readCursor(query.cursor, /^[1-9]\d{0,14}$/);
  const { events, next } = await listAuditEvents(database, {
    ownerId: query.owner_id,
    actorId: query.actor_id,
    action: query.action,
    from: readMoment('from', query.from),
    until: readMoment('before', query.before),
    before: last === undefined ? undefined : Number(last),
    limit: query.limit,
  });
  return {
    data: events.map(describeAuditEvent),
    next_cursor: next === undefined ? null : writeCursor(next),
  };
}

function describeAuditEvent(event: AuditEvent) {
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
