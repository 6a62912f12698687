import { DatabaseError } from 'pg';

/** Classes of SQLSTATE that blame the data of a statement: data exceptions and violated constraints. */
const DATA_ERROR = /^2[23]/;

/** Finds PostgreSQL's own answer in an error, which drizzle wraps. */
export function databaseError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

/** Tells whether PostgreSQL refused a statement for its data; its transaction was undone then. */
export function isDataError(error: unknown): boolean {
  return DATA_ERROR.test(databaseError(error)?.code ?? '');
}
