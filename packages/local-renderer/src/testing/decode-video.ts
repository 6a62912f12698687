// Reads rendered files back with FFmpeg, a decoder that shares nothing with the encoders used here.
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { runFfmpeg } from '@keyframe/media-process/testing';
import type { Raster } from '../picture/raster.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Decodes a file of ours to raw samples or pixels. */
async function decode(path: string, after: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const output = `${path}.${randomUUID()}.raw`;
  try {
    await runFfmpeg({ path, output, maxOutputBytes: Number.POSITIVE_INFINITY, before: [], after });
    return new Uint8Array(await readFile(output));
  } finally {
    await rm(output, { force: true });
  }
}

/** Decodes all frames of a video. */
export async function decodeFrames(path: string, size: Size): Promise<Raster[]> {
  const bytes = await decode(path, [
    ...['-an', '-vsync', 'passthrough', '-vf', 'scale=in_color_matrix=bt709'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
  ]);
  const length = size.width * size.height * 3;
  const count = bytes.byteLength / length;
  return Array.from({ length: count }, (_, index) => ({
    ...size,
    data: new Uint8ClampedArray(bytes.buffer, index * length, length),
  }));
}

/** Decodes an image file. */
export async function decodePicture(path: string, size: Size): Promise<Raster> {
  const [picture] = await decodeFrames(path, size);
  if (!picture) throw new Error(`${path} is no picture of ${size.width} x ${size.height} pixels`);
  return picture;
}

/** Decodes the sound of a video to mono; null without an audio track. */
export async function decodeSound(path: string, sampleRate: number): Promise<Float32Array | null> {
  const bytes = await decode(path, ['-vn', '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le']);
  return bytes.byteLength > 0 ? new Float32Array(bytes.buffer, 0, bytes.byteLength / 4) : null;
}

/** Measures how alike two pictures are, in decibels; above 30 the eye hardly sees a difference. */
export function psnr(first: Raster, second: Raster): number {
  let squares = 0;
  first.data.forEach((value, index) => {
    squares += (value - (second.data[index] ?? 0)) ** 2;
  });
  return 10 * Math.log10(255 ** 2 / (squares / first.data.length || Number.MIN_VALUE));
}

/** Measures how loud one frequency is in a sound (Goertzel), 0 to 1. */
export function measureLoudness(sound: Float32Array, hertz: number, sampleRate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, last] = [0, 0];
  for (const sample of sound) [before, last] = [last, sample + turn * last - before];
  return (2 * Math.sqrt(before ** 2 + last ** 2 - turn * before * last)) / sound.length;
}
