// A media process whose demuxer does not come back. In the end it does, so that a failing test leaves nothing.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const watchdog = new Worker(new URL('../media-watchdog.ts', import.meta.url), { workerData: process.ppid });
await once(watchdog, 'message');
process.stdout.write('busy');
while (performance.now() < 25_000);
process.exit();
