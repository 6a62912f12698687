import { ClientError } from '../client/errors.ts';

/** Error thrown by `result` for work that failed or was cancelled. */
export class WorkFailedError<TData = unknown> extends ClientError {
  override readonly name = 'WorkFailedError';
  readonly code = 'work_failed';
  declare readonly workId: string;
  /** `failure` or `cancelled`. */
  declare readonly end: 'cancelled' | 'failure';
  declare readonly state: string;
  /** The last reading. */
  declare readonly data: TData;
}

/** Error thrown when work does not end in time. It continues; `cause` is the error of the last reading. */
export class WorkTimeoutError extends ClientError {
  override readonly name = 'WorkTimeoutError';
  readonly code = 'work_timeout';
  declare readonly workId: string;
}
