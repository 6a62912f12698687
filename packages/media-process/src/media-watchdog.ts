// Watchdog thread for the demuxers and decoders. They may never return to notice that the channel is closed, and their
// buffers are outside of the heap that V8 limits. The thread receives the id of the parent process and reports when it
// watches; each later message is the CPU time in milliseconds that may be used from then on.
import { parentPort, workerData } from 'node:worker_threads';

const MAX_RESIDENT_BYTES = 768 * 1024 * 1024;
const INTERVAL_MS = 50;

const usedCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
let maxCpuMs = Number.POSITIVE_INFINITY;
parentPort?.on('message', (cpuMs: number) => {
  maxCpuMs = usedCpuMs() + cpuMs;
});

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  // The signal by which V8 ends a process whose heap is full.
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGABRT');
  // The signal of RLIMIT_CPU, which counts from the start of the process and not for each medium.
  if (usedCpuMs() > maxCpuMs) process.kill(process.pid, 'SIGXCPU');
}, INTERVAL_MS);
parentPort?.postMessage('watching');
