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

/** Opens a video; null when it can't be decoded. One second of pictures is held at a time. */
export async function openVideoFrames(path: string, format: FrameFormat): Promise<VideoFrames | null> {
  const length = format.framesPerSecond;
  let loaded = { second: 0, frames: await decodeSecond(path, 0, format) };
  let last = loaded.frames.at(-1);
  if (!last) return null;
  return {
    async at(frame) {
      const second = Math.floor(frame / length);
      if (second !== loaded.second) {
        loaded = { second, frames: await decodeSecond(path, second, format) };
        last = loaded.frames.at(-1) ?? last;
      }
      return loaded.frames[frame % length] ?? (last as Raster);
    },
  };
}

async function decodeSecond(path: string, second: number, format: FrameFormat): Promise<Raster[]> {
  const { width, height, framesPerSecond } = format;
  const cover = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  const bytes = await decodeWithFfmpeg(path, {
    before: ['-ss', String(second)],
    after: [
      ...['-an', '-vf', `fps=${framesPerSecond},${cover}`, '-frames:v', String(framesPerSecond)],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
    ],
  });
  const size = width * height * 3;
  const count = bytes ? Math.floor(bytes.byteLength / size) : 0;
  return Array.from({ length: count }, (_, index) => ({
    width,
    height,
    data: new Uint8ClampedArray(bytes?.buffer ?? new ArrayBuffer(size), index * size, size),
  }));
}
