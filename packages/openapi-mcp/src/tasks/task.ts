// Tasks of the extension io.modelcontextprotocol/tasks (SEP-2663), described by the resource that reads their work.
import { type ConventionName, Conventions, type WorkState } from '@keyframe/openapi-resources';

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

const STATUSES: ReadonlyMap<WorkState['phase'], Task['status']> = new Map([
  ['cancelled', 'cancelled'],
  ['waiting', 'working'],
]);
const POLL_INTERVAL_MS = 5000;
/** The longest interval that timers of clients can hold, 24 days. */
const LONGEST_INTERVAL_MS = 2 ** 31 - 1;
const LARGEST_SECONDS = 1e11;

/** Describes a task by a response of the service about its work. */
export function describeTask(
  taskId: string,
  { data, headers, state }: { data: unknown; headers: Headers; state: WorkState },
  conventions = new Conventions(),
): Task {
  const { word: statusMessage, phase } = state;
  const findTime = (entry: ConventionName) => {
    const members = Object.entries(Object(data)).filter(([name]) => conventions.matches(entry, name));
    return members.map(([, value]) => readTime(value)).find((time) => time !== undefined);
  };
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000;
  const updatedAt = findTime('updated') ?? new Date();
  return {
    taskId,
    status: STATUSES.get(phase) ?? 'completed',
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: (findTime('created') ?? updatedAt).toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: null,
    pollIntervalMs:
      retryAfterMs >= 1 ? Math.min(Math.ceil(retryAfterMs), LONGEST_INTERVAL_MS) : POLL_INTERVAL_MS,
  };
}

// Numbers are seconds, or milliseconds where they would be seconds of a far future.
function readTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(typeof value === 'number' && value < LARGEST_SECONDS ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
