import type { Raster } from './raster.ts';

/** Draws one layer of a moving scene onto a picture; all times are seconds since the start. */
export type Painter = (target: Raster, seconds: number) => void;
