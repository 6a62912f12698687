/** Metrics of a scrape: the process's instruments, its resources, and the queues, which all processes share. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from './log.ts';
import { processMetrics } from './metrics.ts';

/** The jobs of one queue that wait to be taken. */
export interface QueueDepth {
  readonly queue: string;
  readonly due: number;
  /** Jobs that wait for their time, such as a retry. */
  readonly scheduled: number;
  /** Seconds since the oldest due job became ready, 0 without due jobs. */
  readonly oldestSeconds: number;
}

export interface ServerMetrics {
  readonly contentType: string;
  /** Reads all metrics as Prometheus text; without the queues while they cannot be read. */
  scrape(): Promise<string>;
}

/** The connections of a pool to the database. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Requests that wait for a connection. */
  readonly waitingCount: number;
  readonly options: { readonly max?: number | undefined };
}

/** With 100,000 jobs queued, reading the queues takes 0.3 s: no more than one scrape in this time does. */
const QUEUES_MAX_AGE_MS = 2_000;

/** Creates the metrics of a server; `readQueueDepths` and `missingPartitions` are called at each scrape. */
export function createServerMetrics({
  readQueueDepths,
  missingPartitions,
  pool,
  log,
}: {
  readonly readQueueDepths: () => Promise<readonly QueueDepth[]>;
  readonly missingPartitions: () => Promise<number>;
  readonly pool: PoolState;
  readonly log: Log;
}): ServerMetrics {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const jobs = new Gauge({
    name: 'keyframe_queue_jobs',
    help: 'Jobs that wait, by queue and state (due, scheduled). Every process reports the same: take the max.',
    labelNames: ['queue', 'state'] as const,
    registers: [own],
  });
  const age = new Gauge({
    name: 'keyframe_queue_oldest_job_age_seconds',
    help: 'Time that the oldest due job has waited, by queue. Every process reports the same: take the max.',
    labelNames: ['queue'] as const,
    registers: [own],
  });
  const missing = new Gauge({
    name: 'keyframe_missing_partitions',
    help: 'Partitions that this month and the coming three lack. Every process reports the same: take the max.',
    registers: [own],
  });
  let readAt = Number.NEGATIVE_INFINITY;
  const readQueues = async () => {
    const now = performance.now();
    if (now - readAt < QUEUES_MAX_AGE_MS) return;
    readAt = now;
    jobs.reset();
    age.reset();
    for (const { queue, due, scheduled, oldestSeconds } of await readQueueDepths()) {
      jobs.set({ queue, state: 'due' }, due);
      jobs.set({ queue, state: 'scheduled' }, scheduled);
      age.set({ queue }, oldestSeconds);
    }
    missing.set(await missingPartitions());
  };
  const readPool = observePool(pool, own);
  const all = Registry.merge([processMetrics, own]);
  return {
    contentType: all.contentType,
    async scrape() {
      readPool();
      await readQueues().catch((error: unknown) => log.warn({ err: error }, 'the queues could not be read'));
      return all.metrics();
    },
  };
}

/** Registers the gauges of a pool, and returns the function that sets them. */
function observePool(pool: PoolState, registry: Registry): () => void {
  const registers = [registry];
  const count = new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections of the process to PostgreSQL, by state (idle, used).',
    labelNames: ['db_client_connection_state'] as const,
    registers,
  });
  const limit = new Gauge({
    name: 'db_client_connection_max',
    help: 'Connections that the process opens to PostgreSQL at most.',
    registers,
  });
  const pending = new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Queries that wait for a connection to PostgreSQL.',
    registers,
  });
  return () => {
    count.set({ db_client_connection_state: 'idle' }, pool.idleCount);
    count.set({ db_client_connection_state: 'used' }, pool.totalCount - pool.idleCount);
    limit.set(pool.options.max ?? 0);
    pending.set(pool.waitingCount);
  };
}
