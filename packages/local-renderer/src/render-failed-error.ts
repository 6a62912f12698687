/** Thrown when a request cannot be rendered, for a reason in the request such as an unreadable material. */
export class RenderFailedError extends Error {
  readonly code = 'render_failed';

  constructor(options: { cause: unknown }) {
    const reason = options.cause instanceof Error ? options.cause.message : String(options.cause);
    super(`The video could not be rendered: ${reason}`, options);
    this.name = 'RenderFailedError';
  }
}
