import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when a wait reaches its deadline; the task itself goes on. `cause` is what the last poll failed with. */
export class WaitTimeoutError extends KeyframeError {
  override readonly name = 'WaitTimeoutError';
  override readonly code = 'wait_timeout';

  constructor(waitTimeout: number, { taskId, cause }: { taskId?: string | undefined; cause?: unknown }) {
    super(
      `${taskId ? `Task ${taskId} did not finish` : 'The task was not accepted'} within ${waitTimeout} ms.`,
      { taskId, cause },
    );
  }
}
