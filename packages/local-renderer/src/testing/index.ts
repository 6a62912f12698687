export { openH264Encoder } from '../encode/h264-encoder.ts';
export { createRaster, type Raster } from '../picture/raster.ts';
export { decodeFrames, decodeSound, measureLoudness, psnr } from './decode-video.ts';
