import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { RenderPoolClosedError } from './render-pool-closed-error.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';
import type { WorkerSettings } from './worker/messages.ts';
import { type RenderThread, startRenderThread } from './worker/render-thread.ts';

/** Steers one rendering from outside. */
export interface RenderOptions {
  /** Stops the rendering: the promise rejects with the signal's reason and no file is left behind. */
  readonly signal?: AbortSignal;
  /** Gets the share that is done, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** A queue with threads of its own. */
export interface RenderLane {
  render(request: RenderRequest, options: RenderOptions): Promise<RenderedVideo>;
  prewarm(): Promise<void>;
  close(): Promise<void>;
}

/** Description of the threads of a lane. */
export interface LaneThreads extends WorkerSettings {
  readonly script: URL;
}

/** Creates a lane of at most `size` threads, which start when they are first needed and then stay. */
export function createRenderLane(size: number, { script, ffmpeg }: LaneThreads): RenderLane {
  const idle: RenderThread[] = [];
  const waiting: ((thread: RenderThread) => void)[] = [];
  const threads = new Set<RenderThread>();
  const closing = new AbortController();

  const start = (): RenderThread => {
    const thread = startRenderThread(script, { ffmpeg });
    threads.add(thread);
    return thread;
  };
  const acquire = async (signal: AbortSignal): Promise<RenderThread> => {
    for (let free = idle.pop(); free; free = idle.pop()) {
      if (!free.dead) return free;
      threads.delete(free);
    }
    if (threads.size < size) return start();
    return waitForThread(waiting, signal);
  };
  const release = (thread: RenderThread): void => {
    const usable = thread.dead || closing.signal.aborted ? null : thread;
    if (!usable) threads.delete(thread);
    if (closing.signal.aborted || (!usable && waiting.length === 0)) return;
    const next = usable ?? start();
    const taker = waiting.shift();
    if (taker) taker(next);
    else idle.push(next);
  };
  return {
    async render(request, { signal, onProgress = () => {} }) {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      stop.throwIfAborted();
      const thread = await acquire(stop);
      try {
        return await renderInThread(thread, request, { signal: stop, onProgress });
      } finally {
        release(thread);
      }
    },
    async prewarm() {
      while (threads.size < size) idle.push(start());
      await Promise.all([...threads].map((thread) => thread.ready));
    },
    async close() {
      closing.abort(new RenderPoolClosedError());
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

function waitForThread(
  waiting: ((thread: RenderThread) => void)[],
  signal: AbortSignal,
): Promise<RenderThread> {
  return new Promise((resolve, reject) => {
    const take = (thread: RenderThread): void => {
      signal.removeEventListener('abort', leave);
      resolve(thread);
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(take);
  });
}

// The thread writes under names that no other run of the same task has. Only complete files get their own name, the
// video last: when it is there, everything is there.
async function renderInThread(
  thread: RenderThread,
  request: RenderRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<RenderedVideo> {
  const { outputPath, lastFramePath } = request;
  const suffix = `.${randomUUID()}.part`;
  const partial = {
    outputPath: `${outputPath}${suffix}`,
    lastFramePath: lastFramePath === null ? null : `${lastFramePath}${suffix}`,
  };
  const stop = (): void => void thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const video = await thread.run({ ...request, ...partial }, onProgress);
    signal.throwIfAborted();
    if (lastFramePath !== null) await rename(`${lastFramePath}${suffix}`, lastFramePath);
    await rename(partial.outputPath, outputPath);
    return video;
  } catch (error) {
    await Promise.all(
      [partial.outputPath, partial.lastFramePath].map((path) => path !== null && rm(path, { force: true })),
    );
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
