import { ClientError } from './client-error.ts';

/** Is thrown when a task is not done within `timeoutMs` of `wait`; the task itself goes on. */
export class WaitTimeoutError extends ClientError {
  override readonly name = 'WaitTimeoutError';
  override readonly code = 'wait_timeout';
  readonly taskId: string;

  constructor(taskId: string, timeoutMs: number, options?: ErrorOptions) {
    super(
      `Task ${taskId} is not done after ${timeoutMs} ms. It goes on: wait for it again, or longer.`,
      options,
    );
    this.taskId = taskId;
  }
}
