// The only file that reads images. libvips can be kept busy for minutes, and cannot be interrupted: only a process that
// can be killed may load it.
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { checkImageBounds } from './check-image-bounds.ts';
import type { MediaBytes } from './media-bytes.ts';
import type { ProbedImage } from './media-facts.ts';
import type { ImageJob } from './media-messages.ts';

// Only the accepted formats, of all that libvips detects.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One medium at a time: a second thread would only make it hungrier, and nothing is read twice.
sharp.concurrency(1);
sharp.cache(false);

/** Reads the format and size of an image. Throws unless it can be decoded to its end. */
export async function probeImage(
  format: ProbedImage['format'],
  path: string,
  bytes: MediaBytes,
): Promise<ProbedImage> {
  const image = await openImage(format, path, bytes);
  const { autoOrient } = await image.metadata();
  // Only decoding every row shows that none is missing. Statistics would do so too, and take 15 times as long.
  await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return { kind: 'image', format, width: autoOrient.width, height: autoOrient.height };
}

/** Writes an image as RGB, upright and in sRGB, scaled and cropped to cover the wanted size; returns how many bytes. */
export async function decodeImage(
  format: ProbedImage['format'],
  { path, output, width, height }: ImageJob,
  bytes: MediaBytes,
): Promise<number> {
  const image = await openImage(format, path, bytes);
  const pixels = await image
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  await writeFile(output, pixels, { mode: 0o600 });
  return pixels.byteLength;
}

async function openImage(format: ProbedImage['format'], path: string, bytes: MediaBytes): Promise<Sharp> {
  await checkImageBounds(format, bytes);
  return sharp(path, { failOn: 'error' });
}
