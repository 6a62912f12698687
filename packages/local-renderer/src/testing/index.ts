export { createRaster, type Raster } from '../picture/raster.ts';
export { decodeFrames, decodeSound, loudnessAt, psnr } from './decode-video.ts';
