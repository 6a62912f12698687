import type { Raster } from './picture/raster.ts';
import type { RenderFormat } from './render-format.ts';

/** A moving picture without sound. */
export interface Film {
  /** Draws the picture of one frame number over all of `target`. Callers request frames in order. */
  draw(target: Raster, frame: number): Promise<void> | void;
}

/** Fields of the format that every film needs. */
export type FilmFormat = Pick<RenderFormat, 'width' | 'height' | 'framesPerSecond' | 'frameCount'>;
