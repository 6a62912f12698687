export { FfmpegUnusableError, findFfmpeg } from './find-ffmpeg.ts';
export { type PlannedRequest, planReferences, type ReferencePlan } from './plan-references.ts';
export { RenderFailedError } from './render-failed-error.ts';
export type { RenderOptions } from './render-lane.ts';
export { createRenderPool, type RenderPool, type RenderPoolOptions } from './render-pool.ts';
export { RenderPoolClosedError } from './render-pool-closed-error.ts';
export type { RawReference, RenderedVideo, RenderRequest } from './render-request.ts';
export { RenderWorkerCrashedError } from './render-worker-crashed-error.ts';
