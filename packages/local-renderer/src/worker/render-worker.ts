// The script of a rendering thread: one request at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { openFfmpegEncoder, stopFfmpeg } from '../encode/ffmpeg-encoder.ts';
import { loadH264Library, openH264Encoder } from '../encode/h264-encoder.ts';
import type { RenderRequest } from '../render-request.ts';
import { renderVideo } from '../render-video.ts';
import type { WorkerOrder, WorkerReport, WorkerSettings } from './messages.ts';

if (!parentPort) throw new Error('This script runs in a worker thread');
const port = parentPort;
const report = (message: WorkerReport): void => port.postMessage(message);

const { ffmpeg }: WorkerSettings = workerData;
const openEncoder = ffmpeg === null ? openH264Encoder : openFfmpegEncoder(ffmpeg);

const PROGRESS_STEPS = 50;

async function render(request: RenderRequest): Promise<void> {
  let reported = 0;
  try {
    const onProgress = (fraction: number): void => {
      const step = Math.floor(fraction * PROGRESS_STEPS);
      if (step === reported) return;
      reported = step;
      report({ kind: 'progress', fraction });
    };
    const video = await renderVideo(request, { openEncoder, onProgress });
    report({ kind: 'done', video });
  } catch (error) {
    report({ kind: 'failed', error });
  }
}

port.on('message', async (order: WorkerOrder) => {
  if (order.kind === 'render') return render(order.request);
  await stopFfmpeg();
  process.exit();
});

if (ffmpeg === null) await loadH264Library();
report({ kind: 'ready' });
