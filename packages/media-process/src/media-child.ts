// The script of a media process: one medium at a time, a job in, a report out. It ends with its channel.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { MediaOrder, MediaOutcome, MediaReport } from './media-messages.ts';
import { performJob } from './perform-job.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

function explain(error: unknown): MediaOutcome {
  if (error instanceof UnreadableMediaError) return { kind: 'unreadable', problem: error.problem };
  // Node's errors of the system: a full disk, a file that is gone.
  if (error instanceof Error && 'syscall' in error) {
    return { kind: 'failed', problem: error.message.slice(0, 200) };
  }
  const cause = String(error).slice(0, 1_000);
  return { kind: 'unreadable', problem: 'its content is damaged or cut short', cause };
}

function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// A stop of the server signals all of its processes. This one finishes its job, and the server ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
const watchdog = new Worker(new URL('./media-watchdog.ts', import.meta.url), { workerData: process.ppid });
await once(watchdog, 'message');
// If Linux runs out of memory, it kills this process before the server.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

process.on('message', async ({ job, cpuMs }: MediaOrder) => {
  watchdog.postMessage(cpuMs);
  const before = usedCpuMs();
  const outcome = await performJob(job).catch(explain);
  watchdog.postMessage(Number.POSITIVE_INFINITY);
  const residentBytes = process.memoryUsage.rss();
  process.send?.({ outcome, usedCpuMs: usedCpuMs() - before, residentBytes } satisfies MediaReport);
});
process.send?.('ready');
