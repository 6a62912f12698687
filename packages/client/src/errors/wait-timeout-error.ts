import { type ErrorDetails, KeyframeError } from './keyframe-error.ts';

/** Error thrown when a wait reaches its deadline; the task itself goes on. `cause` is what the last poll failed with. */
export class WaitTimeoutError extends KeyframeError {
  override readonly name = 'WaitTimeoutError';
  override readonly code = 'wait_timeout';

  constructor(waitTimeout: number, details: ErrorDetails) {
    const { taskId } = details;
    super(
      taskId === undefined
        ? `The task was not accepted within ${waitTimeout} ms.`
        : `Task ${taskId} did not finish within ${waitTimeout} ms. It goes on: wait for it again, or longer.`,
      details,
    );
  }
}
