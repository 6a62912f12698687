import type { RenderedVideo, RenderRequest } from '../render-request.ts';

/** Data that a thread starts with. */
export interface WorkerSettings {
  /** The FFmpeg that encodes the picture; null: the encoder that runs as WebAssembly. */
  readonly ffmpeg: string | null;
}

/** Message from the pool to a thread. */
export type WorkerOrder =
  | { readonly kind: 'render'; readonly request: RenderRequest }
  /** Ends the thread, after the processes that it started. */
  | { readonly kind: 'stop' };

/** Message from a thread to the pool. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly video: RenderedVideo }
  | { readonly kind: 'failed'; readonly error: unknown };
