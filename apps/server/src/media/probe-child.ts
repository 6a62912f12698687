// The script of a probing process: one medium at a time, a job in, a report out. It ends with its channel.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { openMediaBytes } from './probe-media-bytes.ts';
import type { ProbeJob } from './probe-process.ts';
import type { ProbeReport } from './probe-report.ts';
import { probeTimedMedia } from './probe-timed-media.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

async function probe(path: string): Promise<ProbeReport> {
  const bytes = await openMediaBytes(path);
  try {
    return { media: await probeTimedMedia(path, bytes) };
  } catch (error) {
    if (error instanceof UnreadableMediaError) return { problem: error.problem };
    return { problem: 'its content is damaged or cut short', cause: String(error).slice(0, 1_000) };
  } finally {
    await bytes.close();
  }
}

// A stop of the server goes to all of its processes; this one answers what it was asked, and the server ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
const watchdog = new Worker(new URL('./probe-watchdog.ts', import.meta.url), { workerData: process.ppid });
await once(watchdog, 'message');
// Where Linux runs out of memory, this process goes first, and not the one that asked.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

process.on('message', async ({ path, cpuMs }: ProbeJob) => {
  watchdog.postMessage(cpuMs);
  const report = await probe(path);
  watchdog.postMessage(Number.POSITIVE_INFINITY);
  process.send?.(report);
});
process.send?.('ready');
