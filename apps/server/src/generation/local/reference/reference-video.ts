import type { Raster } from '../picture/raster.ts';
import { decodeWithFfmpeg } from './ffmpeg.ts';

/** Gives the pictures of a reference video one after the other, scaled to cover the wanted size. */
export interface VideoFrames {
  /** Returns the picture at a frame number; beyond the end it stays at the last one. */
  at(frame: number): Promise<Raster>;
}

interface FrameFormat {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

// Every batch seeks anew, so batches are as long as memory allows: ten pictures in 1080p.
const BATCH_BYTES = 64 * 1024 * 1024;
const LONGEST_BATCH_SECONDS = 2;

/** Opens a video; null when it can't be decoded. One batch of pictures is held at a time. */
export async function openVideoFrames(path: string, format: FrameFormat): Promise<VideoFrames | null> {
  const affordable = Math.floor(BATCH_BYTES / (format.width * format.height * 3));
  const length = Math.max(1, Math.min(affordable, LONGEST_BATCH_SECONDS * format.framesPerSecond));
  let number = 0;
  let batch = await decodeBatch(path, { start: 0, length }, format);
  const [first] = batch;
  if (!first) return null;
  let last = batch.at(-1) ?? first;
  return {
    async at(frame) {
      const wanted = Math.floor(frame / length);
      if (wanted !== number) {
        number = wanted;
        batch = await decodeBatch(path, { start: wanted * length, length }, format);
        last = batch.at(-1) ?? last;
      }
      return batch[frame % length] ?? last;
    },
  };
}

async function decodeBatch(
  path: string,
  batch: { start: number; length: number },
  format: FrameFormat,
): Promise<Raster[]> {
  const { width, height, framesPerSecond } = format;
  const cover = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  const bytes = await decodeWithFfmpeg(path, {
    before: ['-ss', String(batch.start / framesPerSecond)],
    after: [
      ...['-an', '-vf', `fps=${framesPerSecond},${cover}`, '-frames:v', String(batch.length)],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
    ],
  });
  if (!bytes) return [];
  const size = width * height * 3;
  return Array.from({ length: Math.floor(bytes.byteLength / size) }, (_, index) => ({
    width,
    height,
    data: new Uint8ClampedArray(bytes.buffer, index * size, size),
  }));
}
