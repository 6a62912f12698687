/**
 * Invitations to become a member. Only the hash of a token is stored. The database ends an invitation when its creator loses
 * the role that allowed it.
 */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { type Invitation, invitations, members, type Role } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { owners } from '../db/tables.ts';
import { createId } from '../id.ts';
import { AuthError } from '../owners/auth-error.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';
import { requireOperator } from './operators.queries.ts';

const TTL_MS = 7 * 86_400_000;
/** Members and open invitations of one owner, so that a list has an end. */
export const MAX_MEMBERS = 500;

export interface InvitationRequest {
  readonly ownerId: string;
  readonly email: string;
  readonly role: Role;
  readonly actor: Actor;
}

export interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/**
 * Invites an address. The new invitation replaces an earlier one of the same address.
 * @throws {AuthError} if the inviter's role allows neither the invitation nor the one that it replaces, or if the owner has
 * too many members and open invitations
 */
export async function createInvitation(
  database: Database,
  request: InvitationRequest,
): Promise<CreatedInvitation> {
  const { ownerId, role, actor } = request;
  const email = request.email.toLowerCase();
  return database.transaction(async (transaction) => {
    await transaction
      .delete(invitations)
      .where(and(eq(invitations.ownerId, ownerId), sql`${invitations.expiresAt} <= now()`));
    const ofAddress = and(eq(invitations.ownerId, ownerId), eq(invitations.email, email));
    const [earlier] = await transaction.select().from(invitations).where(ofAddress).for('update');
    await requireInviter(transaction, request, earlier?.role === 'owner' ? 'owner' : role);
    // The second of two invitations that are created at once counts the first.
    await lockOwner(transaction, ownerId);
    const open = await transaction.$count(invitations, eq(invitations.ownerId, ownerId));
    const joined = await transaction.$count(members, eq(members.ownerId, ownerId));
    if (open + joined >= MAX_MEMBERS && earlier === undefined) {
      throw new AuthError('conflict', `A team can have at most ${MAX_MEMBERS} members and open invitations.`);
    }
    const created = await storeInvitation(transaction, { ...request, email });
    const detail = { email, role };
    const target = created.invitation.id;
    await recordAudit(transaction, actor, { action: 'member.invite', ownerId, target, detail });
    return created;
  });
}

/** Requires that the inviter may invite a member with a role, and locks the inviter's own role until the transaction ends. */
async function requireInviter(
  transaction: Database,
  { ownerId, actor }: Pick<InvitationRequest, 'ownerId' | 'actor'>,
  role: Role,
): Promise<void> {
  const { kind, id } = actor;
  if (kind !== 'user') return requireOperator(transaction, actor);
  const [inviter] = await transaction
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.ownerId, ownerId), eq(members.userId, id ?? '')))
    .for('share');
  if (inviter?.role === 'owner' || (inviter?.role === 'admin' && role !== 'owner')) return;
  throw new AuthError(
    'forbidden',
    `Only a member with the role ${role === 'owner' ? role : 'admin'} may do this.`,
  );
}

async function storeInvitation(
  transaction: Database,
  { ownerId, email, role, actor }: InvitationRequest,
): Promise<CreatedInvitation> {
  const { token, hash } = createOneTimeToken();
  const values = {
    id: createId('inv'),
    ownerId,
    email,
    role,
    tokenHash: hash,
    invitedBy: actor.email,
    invitedByMember: actor.kind === 'user' ? actor.id : null,
    invitedByOperator: actor.kind === 'operator' ? actor.id : null,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + TTL_MS),
  };
  const [invitation] = await transaction
    .insert(invitations)
    .values(values)
    .onConflictDoUpdate({ target: [invitations.ownerId, invitations.email], set: values })
    .returning();
  if (invitation === undefined) throw new Error('INSERT INTO invitations returned no row.');
  return { invitation, token };
}

/** Runs a change of a member's role, and records in the audit log which of their invitations the database ended with it. */
export async function recordEndedInvitations<TResult>(
  transaction: Database,
  { ownerId, userId, actor }: { readonly ownerId: string; readonly userId: string; readonly actor: Actor },
  change: () => Promise<TResult>,
): Promise<TResult> {
  const readIds = async () => {
    const sent = and(eq(invitations.ownerId, ownerId), eq(invitations.invitedByMember, userId));
    const rows = await transaction.select({ id: invitations.id }).from(invitations).where(sent);
    return rows.map(({ id }) => id);
  };
  const before = await readIds();
  const result = await change();
  const after = new Set(before.length === 0 ? [] : await readIds());
  for (const target of before.filter((id) => !after.has(id))) {
    await recordAudit(transaction, actor, { action: 'invitation.revoke', ownerId, target });
  }
  return result;
}

/** Lists the invitations of an owner that can be accepted, the newest first. */
export async function listInvitations(database: Database, ownerId: string): Promise<Invitation[]> {
  return database
    .select()
    .from(invitations)
    .where(and(eq(invitations.ownerId, ownerId), gt(invitations.expiresAt, sql`now()`)))
    .orderBy(desc(invitations.id));
}

export interface InvitationRevocation {
  readonly ownerId: string;
  readonly id: string;
  readonly actor: Actor;
}

/**
 * Revokes an invitation; false if the owner has none with this id.
 * @throws {AuthError} if the actor's role does not allow it to send the same invitation
 */
export async function revokeInvitation(
  database: Database,
  { ownerId, id, actor }: InvitationRevocation,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const ofId = and(eq(invitations.ownerId, ownerId), eq(invitations.id, id));
    const [invitation] = await transaction.select().from(invitations).where(ofId).for('update');
    if (invitation === undefined) return false;
    await requireInviter(transaction, { ownerId, actor }, invitation.role);
    await transaction.delete(invitations).where(ofId);
    await recordAudit(transaction, actor, { action: 'invitation.revoke', ownerId, target: id });
    return true;
  });
}

/** Finds the invitation of a token; undefined if it was used, was revoked or has expired. */
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

/** Redeems a token; undefined if another request did first. */
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
