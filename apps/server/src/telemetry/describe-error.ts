import { withoutQuery } from './without-query.ts';

/** Describes an error with its causes, as `fetch` hides the reason in the cause, and without a query. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const shown = withoutQuery(error);
  const message = shown.message || ('code' in shown ? String(shown.code) : shown.name);
  return shown.cause === undefined ? message : `${message}: ${describeError(shown.cause)}`;
}
