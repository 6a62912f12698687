/** The audit log: who did what, when and from where. Rows are added, never changed, and deleted when they are old, which the database sees to. */
import type { AuditAction } from '@keyframe/console-contract/hono';
import { sql } from 'drizzle-orm';
import { type AuditEvent, auditEvents, members } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import type { Round } from '../periodic/repeat.ts';

/** Person or command that acts, with the address of its request. */
export interface Actor {
  readonly kind: AuditEvent['actorKind'];
  /** Id and e-mail address of a user; null for the command line and the service itself. */
  readonly id: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Actor for commands that an administrator runs on the machine itself. */
export const COMMAND_LINE: Actor = { kind: 'command-line', id: null, email: null, ip: null, userAgent: null };

/** Something that was done; its detail holds no secret. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly ownerId?: string | null;
  readonly target?: string | null;
  readonly detail?: AuditEvent['detail'];
}

const MAX_USER_AGENT = 500;
const MAX_TARGET = 200;

/** Creates the row of what someone did. */
export function createAuditEvent(actor: Actor, record: AuditRecord) {
  return {
    actorKind: actor.kind,
    actorId: actor.id,
    actorEmail: actor.email,
    ip: actor.ip,
    userAgent: actor.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    action: record.action,
    ownerId: record.ownerId ?? null,
    target: record.target?.slice(0, MAX_TARGET) ?? null,
    detail: record.detail ?? {},
  };
}

/** Row of an event that is not stored yet. */
export type NewAuditEvent = ReturnType<typeof createAuditEvent>;

/** Adds what was done to the log, within the transaction that does it. */
export async function recordAudit(transaction: Database, actor: Actor, record: AuditRecord): Promise<void> {
  await transaction.insert(auditEvents).values(createAuditEvent(actor, record));
}

/** Adds a change of a user's account to the log of every owner of which the user is a member, or of none. */
export async function recordAccountAudit(
  transaction: Database,
  actor: Actor,
  { action, userId }: { readonly action: AuditAction; readonly userId: string },
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO ${auditEvents} (actor_kind, actor_id, actor_email, ip, user_agent, action, target, owner_id)
    SELECT ${actor.kind}, ${actor.id}, ${actor.email}, ${actor.ip},
      ${actor.userAgent?.slice(0, MAX_USER_AGENT) ?? null}, ${action}, ${userId}, ${members.ownerId}
    FROM (VALUES (${userId}::text)) AS account (user_id)
    LEFT JOIN ${members} ON ${members.userId} = account.user_id`);
}

const BATCH = 1_000;

/** Deletes the events that are older than `ttlMs`, the oldest first; ids follow time. Gives how many. */
export async function deleteOldAuditEvents(
  database: Database,
  { ttlMs, round }: { readonly ttlMs: number; readonly round: Round },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await database.execute(sql`
      DELETE FROM ${auditEvents} WHERE id IN (
        SELECT id FROM (SELECT id, created_at FROM ${auditEvents} ORDER BY id LIMIT ${BATCH}) oldest
        WHERE created_at < now() - ${ttlMs} * interval '1 millisecond'
      )`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH || round.isOver) return deleted;
  }
}
