import { open } from 'node:fs/promises';
import { createRaster, type Raster } from '../picture/raster.ts';

/** The size of decoded pictures. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads one of the pictures in a file of raw pixels, which has them one after the other; the last one beyond its end. */
export async function readPicture(path: string, size: PictureSize, number = 0): Promise<Raster> {
  await using file = await open(path, 'r');
  const raster = createRaster(size.width, size.height);
  const bytes = raster.data.byteLength;
  const count = Math.floor((await file.stat()).size / bytes);
  if (count === 0) throw new Error(`${path} holds no picture of ${size.width} x ${size.height} pixels`);
  await file.read(raster.data, 0, bytes, Math.min(number, count - 1) * bytes);
  return raster;
}
