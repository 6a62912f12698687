/** Invitations to become a member. The token of a link is known to whoever was given the link; its hash is stored. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { type Invitation, invitations, members, type Role } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { owners } from '../db/tables.ts';
import { createId } from '../id.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';

const TTL_MS = 7 * 86_400_000;
/** Members and open invitations of one owner, so that a list has an end. */
export const MAX_MEMBERS = 500;

export interface InvitationRequest {
  readonly ownerId: string;
  readonly email: string;
  readonly role: Role;
  readonly actor: Actor;
}

/** Invites an address, in place of an earlier invitation of it. Undefined when the owner has too many members and open invitations. */
export async function createInvitation(
  database: Database,
  { ownerId, email, role, actor }: InvitationRequest,
): Promise<{ readonly invitation: Invitation; readonly token: string } | undefined> {
  const { token, hash } = createOneTimeToken();
  return database.transaction(async (transaction) => {
    await transaction
      .delete(invitations)
      .where(and(eq(invitations.ownerId, ownerId), sql`${invitations.expiresAt} <= now()`));
    const open = await transaction.$count(invitations, eq(invitations.ownerId, ownerId));
    const joined = await transaction.$count(members, eq(members.ownerId, ownerId));
    if (open + joined >= MAX_MEMBERS) return undefined;
    const values = {
      id: createId('inv'),
      ownerId,
      email: email.toLowerCase(),
      role,
      tokenHash: hash,
      invitedBy: actor.email,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + TTL_MS),
    };
    const [invitation] = await transaction
      .insert(invitations)
      .values(values)
      .onConflictDoUpdate({ target: [invitations.ownerId, invitations.email], set: values })
      .returning();
    if (invitation === undefined) throw new Error('INSERT INTO invitations returned no row.');
    await recordAudit(transaction, actor, {
      action: 'member.invite',
      ownerId,
      target: invitation.id,
      detail: { email: values.email, role },
    });
    return { invitation, token };
  });
}

/** Lists the invitations of an owner that can be accepted, the newest first. */
export async function listInvitations(database: Database, ownerId: string): Promise<Invitation[]> {
  return database
    .select()
    .from(invitations)
    .where(and(eq(invitations.ownerId, ownerId), gt(invitations.expiresAt, sql`now()`)))
    .orderBy(desc(invitations.id));
}

/** Ends an invitation; false when the owner has none of that id. */
export async function revokeInvitation(
  database: Database,
  { ownerId, id, actor }: { readonly ownerId: string; readonly id: string; readonly actor: Actor },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const revoked = await transaction
      .delete(invitations)
      .where(and(eq(invitations.ownerId, ownerId), eq(invitations.id, id)))
      .returning({ email: invitations.email });
    if (revoked.length === 0) return false;
    await recordAudit(transaction, actor, { action: 'invitation.revoke', ownerId, target: id });
    return true;
  });
}

/** Finds what a token invites to; undefined when it was used, revoked or has expired. */
export async function findInvitation(
  database: Database,
  token: string,
): Promise<{ readonly invitation: Invitation; readonly ownerName: string } | undefined> {
  const [found] = await database
    .select({ invitation: invitations, ownerName: owners.name })
    .from(invitations)
    .innerJoin(owners, eq(owners.id, invitations.ownerId))
    .where(and(eq(invitations.tokenHash, hashOneTimeToken(token)), gt(invitations.expiresAt, sql`now()`)));
  return found;
}

/** Uses a token up; undefined when someone was quicker. */
export async function redeemInvitation(
  transaction: Database,
  token: string,
): Promise<Invitation | undefined> {
  const [invitation] = await transaction
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, hashOneTimeToken(token)), gt(invitations.expiresAt, sql`now()`)))
    .returning();
  return invitation;
}
