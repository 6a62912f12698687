// The script of a rendering thread: one request at a time.
import { parentPort } from 'node:worker_threads';
import { loadH264Library } from '../encode/h264-encoder.ts';
import { renderVideo } from '../render-video.ts';
import type { WorkerOrder, WorkerReport } from './messages.ts';

if (!parentPort) throw new Error('This script runs in a worker thread');
const port = parentPort;
const report = (message: WorkerReport): void => port.postMessage(message);

const PROGRESS_STEPS = 50;

port.on('message', async ({ request }: WorkerOrder) => {
  let reported = 0;
  try {
    const video = await renderVideo(request, (fraction) => {
      const step = Math.floor(fraction * PROGRESS_STEPS);
      if (step === reported) return;
      reported = step;
      report({ kind: 'progress', fraction });
    });
    report({ kind: 'done', video });
  } catch (error) {
    report({ kind: 'failed', error });
  }
});

await loadH264Library();
report({ kind: 'ready' });
