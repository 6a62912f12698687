/** Thrown when the thread died while it rendered. The pool has replaced the thread, and a retry is safe. */
export class RenderWorkerCrashedError extends Error {
  readonly code = 'render_worker_crashed';

  constructor(reason: string, options?: { cause: unknown }) {
    super(`The rendering thread died: ${reason}; another one takes its place`, options);
    this.name = 'RenderWorkerCrashedError';
  }
}
