import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when a task has no such result: it is not completed, or the result has expired. */
export class ResultUnavailableError extends KeyframeError {
  override readonly name = 'ResultUnavailableError';
  override readonly code = 'result_unavailable';
}
