import type { Raster } from './picture/raster.ts';

/** A moving picture without sound. */
export interface Film {
  /** Draws the picture of one frame number over all of `target`. Callers request frames in order. */
  draw(target: Raster, frame: number): Promise<void> | void;
}

/** Fields of the format that every film needs. */
export interface FilmFormat {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frameCount: number;
}
