import type { FailedTask } from '../contract-types.ts';
import { KeyframeError } from './keyframe-error.ts';

/** Error thrown by `videos.generate` for a task that was accepted and then failed; its credits are refunded. */
export class TaskFailedError extends KeyframeError {
  override readonly name = 'TaskFailedError';
  override readonly code = 'task_failed';
  /** Why it failed: `provider_failed`, `timed_out`, `invalid_material`, `content_rejected`; more may come (OPEN-11). */
  declare readonly reason: string;
  declare readonly task: FailedTask;

  constructor(task: FailedTask) {
    super(`Task ${task.id} failed: ${task.failed_reason}.`, {
      taskId: task.id,
      reason: task.failed_reason,
      task,
    });
  }
}
