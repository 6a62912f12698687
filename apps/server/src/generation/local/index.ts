export { RenderFailedError } from './render-failed-error.ts';
export type { RenderOptions } from './render-lane.ts';
export { createRenderPool, type RenderPool, type RenderPoolOptions } from './render-pool.ts';
export { RenderPoolClosedError } from './render-pool-closed-error.ts';
export type {
  AspectRatio,
  Fidelity,
  RenderedVideo,
  RenderMode,
  RenderRequest,
  Resolution,
} from './render-request.ts';
export { RenderWorkerCrashedError } from './render-worker-crashed-error.ts';
