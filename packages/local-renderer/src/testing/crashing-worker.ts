// The renderer's thread, except that some prompts kill it, as a fault in native code would.
import { parentPort } from 'node:worker_threads';
import type { WorkerOrder } from '../worker/messages.ts';

parentPort?.on('message', (order: WorkerOrder) => {
  if (order.kind !== 'render') return;
  const { request } = order;
  if (request.prompt === 'exit') process.exit(7);
  if (request.prompt === 'throw') {
    queueMicrotask(() => {
      throw new Error('a fault outside of the rendering');
    });
  }
});

await import('../worker/render-worker.ts');
