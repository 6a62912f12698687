/**
 * The job queue: pg-boss in the same PostgreSQL, so that a job is enqueued in the transaction that gives
 * it a reason. NOTIFY stays off, since it serialises commits; a worker in the submitting process is woken
 * directly, others see a job at their next poll. Each place polls by itself: that is the load of an idle worker.
 */
import { type Job, PgBoss } from 'pg-boss';
import { idleTimeoutSocket } from './idle-timeout-socket.ts';

export const QUEUES = ['generate-live', 'generate-test'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The task to generate, and the trace that its submission was part of. */
export interface GenerateJob {
  readonly taskId: string;
  readonly traceparent?: string | null;
}

/** A job as the queue's own columns name its parts: owners share its places. */
export interface NewJob {
  readonly data: GenerateJob;
  readonly groupId: string;
}

/** Jobs at once in this process, over all owners and of one. */
export interface Places {
  readonly all: number;
  readonly perOwner: number;
  /** How often each free place looks for a job, in seconds: 0.5 by default, which is the least. */
  readonly pollSeconds?: number;
}

export interface Queue {
  /**
   * Gives the statement that adds jobs, to be a part of the one that gives them a reason. `jobs` is SQL for the JSON
   * text of an array of `NewJob`.
   */
  enqueueSql(name: QueueName, jobs: string): string;
  /** Lets workers of this process look for jobs at once; call it after the commit. */
  wake(name: QueueName): void;
  /** Starts taking jobs. A handler that throws hands its job back, to be taken again a second or two later; each time
   * after twice as long, up to half a minute. */
  work(
    name: QueueName,
    places: Places,
    handler: (data: GenerateJob, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Takes no further jobs; those that run go on. */
  leave(): Promise<void>;
  /** Rejects unless the queue is open and its tables can be read. */
  check(): Promise<void>;
  /** Stops taking jobs and waits for the running ones, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** The schema that holds the queue's own tables. */
export const QUEUE_SCHEMA = 'keyframe_jobs';
const POLL_SECONDS = 0.5;
const RETRY_DELAY_SECONDS = 1;
/** Doubled at each attempt until here: while results can't be kept, each attempt renders again. */
const LONGEST_RETRY_DELAY_SECONDS = 30;
/** A task's deadline ends its attempts: the queue itself never gives up. */
const RETRY_LIMIT = 10_000;
/** The most that pg-boss takes, a day; a job that runs longer is taken again, and its ends compare and set. */
const MAX_EXPIRE_SECONDS = 86_399;
/** A worker that was killed is noticed after this long; 10 is the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
const MONITOR_SECONDS = 5;
/** Longer than any statement of the queue's upkeep; after that a server is taken for gone. */
const SILENCE_MS = 60_000;

/** Creates or updates the queue's tables; a second call changes nothing. */
export async function migrateQueue(
  url: string,
  { jobTimeoutMs, onError }: { jobTimeoutMs: number; onError: (error: Error) => void },
): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  // Its upkeep begins with the start, and an error there that nobody listens to would end the process.
  boss.on('error', onError);
  try {
    await boss.start();
    for (const name of QUEUES) {
      const options = {
        expireInSeconds: Math.min(Math.ceil(jobTimeoutMs / 1000) + 60, MAX_EXPIRE_SECONDS),
        retryLimit: RETRY_LIMIT,
        retryDelay: RETRY_DELAY_SECONDS,
        retryBackoff: true,
        retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
        deleteAfterSeconds: 3600,
      };
      await boss.createQueue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS });
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Connects to the queue; `supervise` is for processes that work on jobs. */
export async function openQueue(
  url: string,
  { supervise, onError }: { supervise: boolean; onError: (error: Error) => void },
): Promise<Queue> {
  const boss = new PgBoss({
    ...{ connectionString: url, schema: QUEUE_SCHEMA, max: 6, application_name: 'keyframe-queue' },
    // What pg-boss has no name for, it hands to its pool as it is.
    ...{ stream: idleTimeoutSocket(SILENCE_MS) },
    ...{ migrate: false, createSchema: false, schedule: false, supervise },
    ...{ superviseIntervalSeconds: MONITOR_SECONDS, monitorIntervalSeconds: MONITOR_SECONDS },
  });
  boss.on('error', onError);
  await boss.start();
  const workers = new Map<QueueName, string>();
  const inserts = await insertStatements(boss);
  return {
    enqueueSql: (name, jobs) => inserts.get(name)?.replace('$1', () => jobs) ?? '',
    wake(name) {
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    async work(name, places, handler) {
      const worker = await boss.work(
        name,
        {
          ...{ localConcurrency: places.all, localGroupConcurrency: places.perOwner },
          pollingIntervalSeconds: places.pollSeconds ?? POLL_SECONDS,
        },
        async ([job]: Job<GenerateJob>[]) => {
          if (job !== undefined) await handler(job.data, job.signal);
        },
      );
      workers.set(name, worker);
    },
    async leave() {
      await Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: false })));
      workers.clear();
    },
    async check() {
      if ((await boss.schemaVersion()) === null) throw new Error('The queue has no tables.');
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}

/**
 * Takes from pg-boss the statements by which it inserts jobs into each queue, whose one parameter is their JSON: it
 * builds them for any connection, and only as a part of a larger statement do they cost no round trips of their own.
 */
async function insertStatements(boss: PgBoss): Promise<Map<QueueName, string>> {
  const statements = new Map<QueueName, string>();
  for (const name of QUEUES) {
    const executeSql = async (text: string) => {
      statements.set(name, text);
      return { rows: [] };
    };
    await boss.insert(name, [], { db: { executeSql } });
    const parameters = statements.get(name)?.match(/\$\d/g) ?? [];
    if (parameters.join() !== '$1')
      throw new Error('pg-boss inserts jobs by another statement than expected.');
  }
  return statements;
}
