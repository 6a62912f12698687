import sharp from 'sharp';
import type { Raster } from '../picture/raster.ts';

/** Reads an image, upright and in sRGB, scaled and cropped to cover the wanted size. */
export async function readImage(path: string, size: { width: number; height: number }): Promise<Raster> {
  const data = await sharp(path)
    .autoOrient()
    .resize(size.width, size.height, { fit: 'cover' })
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { ...size, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) };
}
