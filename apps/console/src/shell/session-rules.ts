// Decisions that follow from a session.
import type { Role, Session } from '@keyframe/console-contract/client';

/** The roles, from the least to the greatest. */
const ROLES: readonly Role[] = ['viewer', 'developer', 'admin', 'owner'];

/** Reports whether a role, if there is one, includes another. */
export function includesRole(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns the team of pages without a team: the last one that was shown, if it is still the user's, or the first. */
export function chooseTeam({ owners }: Pick<Session, 'owners'>, lastId: string | null): string | undefined {
  return (owners.find(({ id }) => id === lastId) ?? owners[0])?.id;
}

/** Reports whether a page of a team belongs to a team of the user. */
export function isMember({ owners }: Pick<Session, 'owners'>, ownerId: string): boolean {
  return owners.some(({ id }) => id === ownerId);
}

/** Returns the address of the sign-in that leads back to a page. */
export function signInPath(path: string, search: string): string {
  return `/sign-in?next=${encodeURIComponent(path + search)}`;
}
