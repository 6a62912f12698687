import type { RenderedVideo, RenderRequest } from '../render-request.ts';

/** What the pool asks of a thread. */
export type WorkerOrder = { readonly kind: 'render'; readonly request: RenderRequest };

/** What a thread answers. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly video: RenderedVideo }
  | { readonly kind: 'failed'; readonly error: unknown };
