import type { TaskDetail, TaskSummary } from '@keyframe/console-contract/client';

/** Reports whether a task has ended. */
export function isOver({ status }: Pick<TaskSummary, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** Reports whether nothing about a task changes any more by itself: it has ended, and so have its callbacks. */
export function isSettled(task: Pick<TaskDetail, 'status' | 'deliveries'>): boolean {
  return isOver(task) && task.deliveries.every(({ status }) => status !== 'pending');
}
