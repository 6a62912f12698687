// The part of turbo's run summary (`turbo run --summarize`) that the closing line is made of.

/** A task as turbo saw it; `exitCode` is `null` when the task never ran, `startedAt` is in Unix milliseconds. */
export interface TaskRun {
  id: string;
  task: string;
  directory: string;
  cached: boolean;
  exitCode: number | null;
  startedAt: number;
  durationMs: number;
}

interface SummaryTask {
  taskId: string;
  task: string;
  directory: string;
  command: string;
  cache: { status: string };
  execution?: { startTime: number; endTime: number; exitCode: number | null } | null;
}

interface Summary {
  tasks: SummaryTask[];
}

const NO_COMMAND = '<NONEXISTENT>';

function isSummary(value: unknown): value is Summary {
  return typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks);
}

function taskRun(task: SummaryTask): TaskRun {
  return {
    id: task.taskId,
    task: task.task,
    directory: task.directory,
    cached: task.cache.status === 'HIT',
    exitCode: task.execution?.exitCode ?? null,
    startedAt: task.execution?.startTime ?? 0,
    durationMs: task.execution ? task.execution.endTime - task.execution.startTime : 0,
  };
}

/** Reads the tasks out of a run summary, without those that have no command; throws on another document. */
export function readTasks(json: string): TaskRun[] {
  const summary: unknown = JSON.parse(json);
  if (!isSummary(summary)) throw new Error('The run summary holds no tasks: has its format changed?');
  return summary.tasks.filter((task) => task.command !== NO_COMMAND).map(taskRun);
}
