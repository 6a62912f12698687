import { createRenderLane, type RenderOptions } from './render-lane.ts';
import type { Fidelity, RenderedVideo, RenderRequest } from './render-request.ts';

/** States how many threads render. */
export interface RenderPoolOptions {
  /** Threads for `full` renderings, at least 1. */
  readonly size: number;
  /** Threads for `preview` renderings, which never wait for full ones; 1 by default. */
  readonly previewSize?: number;
  /** The FFmpeg that encodes the picture; by default an encoder that runs as WebAssembly. */
  readonly ffmpeg?: string | undefined;
  /** The script that the threads run; the renderer by default. */
  readonly script?: URL;
}

/** Renders requests in worker threads. */
export interface RenderPool {
  /**
   * Renders a request and resolves when its files are complete. Rejects with `RenderFailedError` when the request
   * cannot be rendered, `RenderWorkerCrashedError` when its thread died, `RenderPoolClosedError`, or the signal's reason; then
   * no file is left behind.
   */
  render(request: RenderRequest, options?: RenderOptions): Promise<RenderedVideo>;
  /** Starts the threads of a lane (previews by default) ahead of the first request. */
  prewarm(lane?: Fidelity): Promise<void>;
  /** Stops everything that is running and waiting. */
  close(): Promise<void>;
}

const RENDER_WORKER = new URL('./worker/render-worker.ts', import.meta.url);

/** Creates a pool; threads start when they are first needed. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { size, previewSize = 1, script = RENDER_WORKER, ffmpeg = null } = options;
  const threads = { script, ffmpeg };
  const lanes = { full: createRenderLane(size, threads), preview: createRenderLane(previewSize, threads) };
  return {
    render: (request, renderOptions = {}) => lanes[request.fidelity].render(request, renderOptions),
    prewarm: (lane = 'preview') => lanes[lane].prewarm(),
    async close() {
      await Promise.all([lanes.full.close(), lanes.preview.close()]);
    },
  };
}
