import { InvalidArgumentError, type JSONValue } from '@ai-sdk/provider';

/** Returns the operation of a task, which any process can store and continue with. */
export function describeOperation(taskId: string): JSONValue {
  return { taskId };
}

/**
 * Returns the id of an operation's task.
 * @throws {InvalidArgumentError} if the operation is not one of this provider
 */
export function readTaskId(operation: JSONValue): string {
  const taskId = operation instanceof Object && 'taskId' in operation ? operation.taskId : undefined;
  if (typeof taskId === 'string') return taskId;
  const message =
    'operation must be the operation that starting a video returned, such as { "taskId": "task_…" }.';
  throw new InvalidArgumentError({ argument: 'operation', message });
}
