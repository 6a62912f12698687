import { isClientError } from '../client/errors.ts';
import type { WaitOptions, Work } from './work.ts';
import type { WorkFailedError } from './work-errors.ts';

/** The end of work, discriminated by `ok`. */
export type WorkOutcome<TResult, TFailure> =
  | { ok: true; result: TResult }
  | { ok: false; end: 'cancelled' | 'failure'; state: string; data: TFailure };

/** Waits for the end of work, and returns a failure instead of throwing it. */
export async function awaitOutcome<TResult, TFailure, TData>(
  work: Work<TResult, TFailure, TData>,
  options?: WaitOptions<TData>,
): Promise<WorkOutcome<TResult, TFailure>> {
  try {
    return { ok: true, result: await work.result(options) };
  } catch (error) {
    if (!isClientError(error) || error.code !== 'work_failed') throw error;
    const { end, state, data } = error as WorkFailedError<TFailure>;
    return { ok: false, end, state, data };
  }
}
