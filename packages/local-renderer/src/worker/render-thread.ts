import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RenderFailedError } from '../render-failed-error.ts';
import type { RenderedVideo, RenderRequest } from '../render-request.ts';
import { RenderWorkerCrashedError } from '../render-worker-crashed-error.ts';
import type { WorkerOrder, WorkerReport, WorkerSettings } from './messages.ts';

/** One thread that renders one request at a time. */
export interface RenderThread {
  /** Resolves when the thread is up and its encoder loaded; rejects when it dies before. */
  readonly ready: Promise<void>;
  /** True once the thread is gone or is being stopped, and can no longer be used. */
  readonly dead: boolean;
  /** Renders; rejects with `RenderFailedError`, or with `RenderWorkerCrashedError` when the thread dies. */
  run(request: RenderRequest, onProgress: (fraction: number) => void): Promise<RenderedVideo>;
  /** Ends the thread at once, in the middle of its work, unless it has a process to end first. */
  stop(): Promise<void>;
}

/** A thread hears of its stop between two frames. */
const STOP_TIMEOUT_MS = 2_000;

interface Job {
  readonly resolve: (video: RenderedVideo) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (fraction: number) => void;
}

/** Starts a thread that runs a script which speaks the messages of `messages.ts`. */
export function startRenderThread(script: URL, settings: WorkerSettings): RenderThread {
  const worker = new Worker(script, { workerData: settings });
  const ready = Promise.withResolvers<void>();
  // Nobody has to wait for it: a thread that dies early rejects its job as well.
  ready.promise.catch(() => {});
  let job: Job | null = null;
  let dead = false;
  let exited = false;
  let failure: unknown;
  const exit = once(worker, 'exit');
  exit.catch(() => {});

  const settle = (finish: (current: Job) => void): void => {
    const current = job;
    job = null;
    if (current) finish(current);
  };
  worker.on('message', (report: WorkerReport) => {
    if (report.kind === 'ready') ready.resolve();
    else if (report.kind === 'progress') job?.onProgress(report.fraction);
    else if (report.kind === 'done') settle(({ resolve }) => resolve(report.video));
    else settle(({ reject }) => reject(new RenderFailedError({ cause: report.error })));
  });
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', (exitCode) => {
    exited = true;
    dead = true;
    const crash = failure
      ? new RenderWorkerCrashedError(failure instanceof Error ? failure.message : String(failure), {
          cause: failure,
        })
      : new RenderWorkerCrashedError(`exit code ${exitCode}`);
    ready.reject(crash);
    settle(({ reject }) => reject(crash));
  });
  return {
    ready: ready.promise,
    get dead() {
      return dead;
    },
    run(request, onProgress) {
      const { promise, resolve, reject } = Promise.withResolvers<RenderedVideo>();
      job = { resolve, reject, onProgress };
      worker.postMessage({ kind: 'render', request } satisfies WorkerOrder);
      return promise;
    },
    async stop() {
      // It ends only later: in between nobody may be given this thread.
      dead = true;
      if (settings.ffmpeg !== null && !exited) {
        worker.postMessage({ kind: 'stop' } satisfies WorkerOrder);
        await Promise.race([exit, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      }
      await worker.terminate();
    },
  };
}
