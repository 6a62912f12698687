// A thread beside the demuxer, which may never come back to hear that its channel is closed, and whose buffers lie
// outside of the heap that V8 limits. It is given the process that started this one, and tells when it watches.
import { parentPort, workerData } from 'node:worker_threads';

const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
const INTERVAL_MS = 100;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  // As V8 ends a process whose heap is full.
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGABRT');
}, INTERVAL_MS);
parentPort?.postMessage('watching');
