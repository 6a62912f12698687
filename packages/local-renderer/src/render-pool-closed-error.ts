/** Thrown when the pool is closed before the video is done. */
export class RenderPoolClosedError extends Error {
  readonly code = 'render_pool_closed';

  constructor() {
    super('The render pool is closed; create another one to render');
    this.name = 'RenderPoolClosedError';
  }
}
