import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { describeError } from '../telemetry/describe-error.ts';

/** SQLSTATE of a server that rejects the user, the password or the name of the database. */
const REJECTED = /^(28|3D)/;

/** Thrown when a database cannot be used; the message names the setting that has its address. */
class DatabaseUnusableError extends Error {
  readonly code = 'database_unusable';
  override readonly name = 'DatabaseUnusableError';
}

/**
 * Runs an action; if the database cannot be reached or rejects the login, the error names the setting.
 * @throws {DatabaseUnusableError}
 */
export async function nameDatabase<TResult>(
  setting: string,
  action: () => Promise<TResult>,
): Promise<TResult> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof DatabaseUnusableError || !(isDatabaseUnavailable(error) || isRejected(error)))
      throw error;
    throw new DatabaseUnusableError(`Cannot use the database of ${setting}: ${describeError(error)}`, {
      cause: error,
    });
  }
}

function isRejected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && REJECTED.test(String(error.code))) || isRejected(error.cause);
}
