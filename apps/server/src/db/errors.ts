import { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Classes of SQLSTATE that blame the data of a statement: data exceptions and violated constraints. */
const DATA_ERROR = /^2[23]/;

/** Finds PostgreSQL's own answer in an error, which drizzle wraps. */
function databaseError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

/** Reports whether a statement violated the constraint of a name. */
export function violatesConstraint(error: unknown, name: string): boolean {
  return databaseError(error)?.constraint === name;
}

/** Classes of SQLSTATE whose errors a retry can resolve: deadlocks and unavailable locks. */
const COLLISION = /^(40|55)/;

/** Reports whether one item of a statement may have caused an error and its transaction was certainly rolled back. */
export function isItemError(error: unknown): boolean {
  return DATA_ERROR.test(databaseError(error)?.code ?? '') || isCollision(error);
}

function isCollision(error: unknown): boolean {
  return COLLISION.test(databaseError(error)?.code ?? '');
}

/** Reports whether an error is transient: neither the statement nor its data caused it, so a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return isCollision(error) || isDatabaseUnavailable(error);
}
