// A thread that renders nothing but speaks like the renderer's: it writes its files, then reports progress and the end in
// one go. Asked for `unfinished`, it writes and then stays busy.
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { WorkerOrder, WorkerReport } from '../worker/messages.ts';

const VIDEO = { width: 16, height: 16, durationSeconds: 1, frameCount: 1, hasAudio: false };
const report = (message: WorkerReport): void => parentPort?.postMessage(message);

parentPort?.on('message', (order: WorkerOrder) => {
  if (order.kind !== 'render') return;
  const { request } = order;
  writeFileSync(request.outputPath, request.prompt);
  if (request.lastFramePath !== null) writeFileSync(request.lastFramePath, request.prompt);
  report({ kind: 'progress', fraction: 1 });
  if (request.prompt !== 'unfinished') report({ kind: 'done', video: VIDEO });
});
report({ kind: 'ready' });
