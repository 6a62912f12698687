import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when a wait reaches its deadline; the task itself goes on. `cause` is what the last poll failed with. */
export class WaitTimeoutError extends KeyframeError {
  override readonly name = 'WaitTimeoutError';
  override readonly code = 'wait_timeout';

  constructor(waitTimeout: number, progress: { taskId?: string | undefined; cause?: unknown }) {
    super(
      progress.taskId
        ? `Task ${progress.taskId} did not finish within ${waitTimeout} ms. It continues: wait again.`
        : `The task was not accepted within ${waitTimeout} ms.`,
      progress,
    );
  }
}
