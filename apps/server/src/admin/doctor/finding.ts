import { describeError } from '../../telemetry/describe-error.ts';

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
