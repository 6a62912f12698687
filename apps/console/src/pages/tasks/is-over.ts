import type { TaskSummary } from '@keyframe/console-contract/client';

/** Tells whether a task has ended. */
export function isOver({ status }: Pick<TaskSummary, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}
