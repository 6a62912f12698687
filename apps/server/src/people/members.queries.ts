/** Members of owners and their roles. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { members, operators, ROLES, type Role, type User, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { owners } from '../db/tables.ts';
import { revokeMemberKeys } from '../keys/keys.queries.ts';
import { recordEndedInvitations } from './invitations.queries.ts';

/** Permissions of a user: for an owner, if one is named, and for the service. */
export interface Access {
  readonly isOperator: boolean;
  /** Undefined when the user is no member of the owner. */
  readonly role: Role | undefined;
}

/** Reports whether a role has all permissions of another role. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

/** Reads what a user may do, to an owner unless its id is undefined. */
export async function readAccess(
  database: Database,
  userId: string,
  ownerId: string | undefined,
): Promise<Access> {
  const { rows } = await database.execute<{ is_operator: boolean; role: Role | null }>(sql`
    SELECT EXISTS (SELECT FROM ${operators} WHERE user_id = ${userId}) AS is_operator,
      (SELECT role FROM ${members} WHERE user_id = ${userId} AND owner_id = ${ownerId ?? ''}) AS role`);
  return { isOperator: rows[0]?.is_operator ?? false, role: rows[0]?.role ?? undefined };
}

/** An owner of which a user is a member. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Lists the owners of a user, by name. */
export async function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  return database
    .select({ id: owners.id, name: owners.name, role: members.role })
    .from(members)
    .innerJoin(owners, eq(owners.id, members.ownerId))
    .where(eq(members.userId, userId))
    .orderBy(asc(owners.name), asc(owners.id));
}

/** A member of an owner. */
export interface Member {
  readonly user: User;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** Lists the members of an owner, by e-mail address. */
export async function listMembers(database: Database, ownerId: string): Promise<Member[]> {
  return selectMembers(database).where(eq(members.ownerId, ownerId)).orderBy(asc(users.email));
}

export async function findMember(
  database: Database,
  ownerId: string,
  userId: string,
): Promise<Member | undefined> {
  const [member] = await selectMembers(database).where(
    and(eq(members.ownerId, ownerId), eq(members.userId, userId)),
  );
  return member;
}

function selectMembers(database: Database) {
  return database
    .select({ user: users, role: members.role, joinedAt: members.joinedAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .$dynamic();
}

/** Makes a user a member; one who is a member already keeps the role. False for such a one. */
export async function addMember(
  transaction: Database,
  member: { readonly ownerId: string; readonly userId: string; readonly role: Role },
): Promise<boolean> {
  const added = await transaction
    .insert(members)
    .values(member)
    .onConflictDoNothing()
    .returning({ userId: members.userId });
  return added.length > 0;
}

export interface MemberChange {
  readonly ownerId: string;
  readonly userId: string;
  readonly actor: Actor;
}

/**
 * Changes the role of a member; false if there is no such member.
 * @throws if the last member with the role owner would lose it: constraint `members_last_owner`
 */
export async function changeMemberRole(
  database: Database,
  { ownerId, userId, actor, role }: MemberChange & { readonly role: Role },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const changed = await recordEndedInvitations(transaction, { ownerId, userId, actor }, () =>
      transaction
        .update(members)
        .set({ role })
        .where(and(eq(members.ownerId, ownerId), eq(members.userId, userId)))
        .returning({ userId: members.userId }),
    );
    if (changed.length === 0) return false;
    await recordAudit(transaction, actor, {
      action: 'member.change',
      ownerId,
      target: userId,
      detail: { role },
    });
    return true;
  });
}

export interface MemberRemoval extends MemberChange {
  /** Whether to revoke the keys that the member created. */
  readonly revokesKeys?: boolean;
}

/**
 * Ends a membership, and with it the invitations that the member sent; false if there is no such member.
 * @throws if the last member with the role owner would go: constraint `members_last_owner`
 */
export async function removeMember(
  database: Database,
  { ownerId, userId, actor, revokesKeys = false }: MemberRemoval,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const removed = await recordEndedInvitations(transaction, { ownerId, userId, actor }, () =>
      transaction
        .delete(members)
        .where(and(eq(members.ownerId, ownerId), eq(members.userId, userId)))
        .returning({ userId: members.userId }),
    );
    if (removed.length === 0) return false;
    await recordAudit(transaction, actor, { action: 'member.remove', ownerId, target: userId });
    if (revokesKeys) await revokeMemberKeys(transaction, { ownerId, userId, actor });
    return true;
  });
}
