/** One result of `doctor`. A `failed` one ends the command with 1; a `warning` names a risk. */
export interface Finding {
  readonly check: string;
  readonly result: 'failed' | 'ok' | 'warning';
  /** Result in words and, unless it is `ok`, the remedy. */
  readonly detail: string;
}

/** Runs a check; an error that it throws is its finding. */
export async function runCheck(
  check: string,
  action: () => Promise<Omit<Finding, 'check'>>,
): Promise<Finding> {
  try {
    return { check, ...(await action()) };
  } catch (error) {
    return { check, result: 'failed', detail: describeError(error) };
  }
}

/** Describes an error with its causes, as `fetch` hides the reason in the cause. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message || ('code' in error ? String(error.code) : error.name);
  return error.cause === undefined ? message : `${message}: ${describeError(error.cause)}`;
}
