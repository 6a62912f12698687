import { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Classes of SQLSTATE that blame the data of a statement: data exceptions and violated constraints. */
const DATA_ERROR = /^2[23]/;

/** Finds PostgreSQL's own answer in an error, which drizzle wraps. */
function databaseError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

/** Tells whether a statement was refused by the constraint of a name. */
export function violatesConstraint(error: unknown, name: string): boolean {
  return databaseError(error)?.constraint === name;
}

/** Classes of SQLSTATE for what is over when it is asked again: deadlocks and locks that were not to be had. */
const COLLISION = /^(40|55)/;

/** Tells whether one item of a statement may be its fault, and its transaction was surely undone. */
export function isItemError(error: unknown): boolean {
  return DATA_ERROR.test(databaseError(error)?.code ?? '') || isCollision(error);
}

function isCollision(error: unknown): boolean {
  return COLLISION.test(databaseError(error)?.code ?? '');
}

/** Tells whether an error is transient: neither the statement's fault nor its data's, so the same may succeed later. */
export function isTransient(error: unknown): boolean {
  return isCollision(error) || isDatabaseUnavailable(error);
}
