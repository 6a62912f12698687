// Tasks of the extension io.modelcontextprotocol/tasks (SEP-2663), described by the resource that reads their work.
import { findState, isCancelled, isPending } from '../tools/job-plan.ts';

/** A task without its outcome. */
export interface Task {
  taskId: string;
  status: 'cancelled' | 'completed' | 'failed' | 'working';
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** The service determines how long it keeps the work. */
  ttlMs: null;
  pollIntervalMs: number;
}

const POLL_INTERVAL_MS = 5000;
/** The longest interval that timers of clients can hold, 24 days. */
const LONGEST_INTERVAL_MS = 2 ** 31 - 1;
const LARGEST_SECONDS = 1e11;

/** Describes a task by a response of the service about its work. */
export function describeTask(taskId: string, { data, headers }: { data: unknown; headers: Headers }): Task {
  const statusMessage = findState(data);
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000;
  const updatedAt = findTime(data, /^(?:last_?)?(?:modified|updated)(?:_?(?:at|time))?$/i) ?? new Date();
  return {
    taskId,
    status: isPending(data) ? 'working' : isCancelled(data) ? 'cancelled' : 'completed',
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: (findTime(data, /^creat(?:ed|ion)(?:_?(?:at|time|date))?$/i) ?? updatedAt).toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: null,
    pollIntervalMs:
      retryAfterMs >= 1 ? Math.min(Math.ceil(retryAfterMs), LONGEST_INTERVAL_MS) : POLL_INTERVAL_MS,
  };
}

function findTime(data: unknown, pattern: RegExp): Date | undefined {
  const times = Object.entries(Object(data)).flatMap(([name, value]) =>
    pattern.test(name) ? (readTime(value) ?? []) : [],
  );
  return times[0];
}

// Numbers are seconds, or milliseconds where they would be seconds of a far future.
function readTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(typeof value === 'number' && value < LARGEST_SECONDS ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
