/** Tells that the thread died while it rendered; the pool has replaced it, and trying again is safe. */
export class RenderWorkerCrashedError extends Error {
  readonly code = 'render_worker_crashed';

  constructor(reason: string, options?: { cause: unknown }) {
    super(`The rendering thread died: ${reason}; another one takes its place`, options);
    this.name = 'RenderWorkerCrashedError';
  }
}
