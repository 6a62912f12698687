import type { Sound } from '../encode/aac-encoder.ts';
import { decodeWithFfmpeg } from './ffmpeg.ts';

/** Decodes the start of an audio file to interleaved samples; null when it can't be decoded. */
export async function decodeAudio(
  path: string,
  format: { sampleRate: number; channels: number; maxSeconds: number },
): Promise<Sound | null> {
  const bytes = await decodeWithFfmpeg(path, {
    after: [
      ...['-vn', '-t', String(format.maxSeconds)],
      ...['-ar', String(format.sampleRate), '-ac', String(format.channels), '-f', 'f32le'],
    ],
  });
  if (!bytes) return null;
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
  return { samples, sampleRate: format.sampleRate, channels: format.channels };
}
