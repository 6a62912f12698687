import { readFile } from 'node:fs/promises';
import type { Sound } from '../encode/aac-encoder.ts';

/** Reads a file of raw samples. */
export async function readSound(
  path: string,
  format: { readonly sampleRate: number; readonly channels: number },
): Promise<Sound> {
  const bytes = new Uint8Array(await readFile(path));
  const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 4));
  return { samples, sampleRate: format.sampleRate, channels: format.channels };
}
