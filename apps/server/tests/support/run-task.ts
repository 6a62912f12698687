import type { Database } from '../../src/db/database.ts';
import {
  createEndTask,
  type SettleServices,
  type TaskCompletion,
  type TaskFailure,
} from '../../src/tasks/settle.ts';
import { type ClaimedTask, claimTasks } from '../../src/tasks/tasks.queries.ts';

/** Moves a task to `generating`; undefined when it has ended or is past its deadline. */
export async function claimTask(database: Database, taskId: string): Promise<ClaimedTask | undefined> {
  const [task] = await claimTasks(database, [taskId]);
  return task;
}

/** Ends a task as completed; false when it had ended. */
export function completeTask(services: SettleServices, end: Omit<TaskCompletion, 'kind'>): Promise<boolean> {
  return createEndTask(services)({ kind: 'completed', ...end });
}

/** Ends a task as failed; false when it had ended. */
export function failTask(services: SettleServices, end: Omit<TaskFailure, 'kind'>): Promise<boolean> {
  return createEndTask(services)({ kind: 'failed', ...end });
}
