/** Remembers the tasks whose callbacks were handled: a table of yours, or a cache that all processes share. */
export interface SeenTasks {
  has(taskId: string): boolean | Promise<boolean>;
  /** Is called once the handler has succeeded. */
  add(taskId: string): unknown;
}

/** The service retries a delivery for less than an hour; that many tasks may end in it. */
const DEFAULT_CAPACITY = 10_000;

/** Remembers the latest tasks in memory: enough for one process that does not restart. */
export function createSeenTasks(capacity = DEFAULT_CAPACITY): SeenTasks {
  const ids = new Set<string>();
  return {
    has: (taskId) => ids.has(taskId),
    add(taskId) {
      ids.add(taskId);
      for (const oldest of ids) {
        if (ids.size <= capacity) break;
        ids.delete(oldest);
      }
    },
  };
}
