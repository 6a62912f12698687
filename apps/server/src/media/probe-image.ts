import sharp from 'sharp';
import type { ProbedMedia } from './probe.ts';
import type { MediaBytes } from './probe-media-bytes.ts';

type ProbedImage = Extract<ProbedMedia, { kind: 'image' }>;

// Decoded, that is 300 MB: more than any camera gives and less than a bomb would.
const MAX_PIXELS = 100_000_000;

/** Reads an image; null when the bytes don't begin like one. Throws when it can't be decoded to its end. */
export async function probeImage(path: string, bytes: MediaBytes): Promise<ProbedImage | null> {
  const format = imageFormat(await bytes.read(0, 12));
  if (!format) return null;
  const image = sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  const { autoOrient } = await image.metadata();
  // Only decoding every row shows that none is missing.
  await image.stats();
  return { kind: 'image', format, width: autoOrient.width, height: autoOrient.height };
}

function imageFormat(start: Buffer): ProbedImage['format'] | null {
  if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return null;
}
