import { readFile } from 'node:fs/promises';
import type { Sound } from './encode/aac-encoder.ts';
import type { ScenePlan } from './picture/scene-plan.ts';
import { hashFile } from './reference/hash-file.ts';
import type { RenderFormat } from './render-format.ts';
import type { RenderRequest } from './render-request.ts';
import { composeSoundtrack } from './sound/soundtrack.ts';

const REFERENCE_GAIN = 0.85;
const BACKGROUND_GAIN = 0.3;
const EDGE_SECONDS = 0.15;

/** Composes the sound of a request and mixes its reference audio into it. */
export async function createSound(
  request: RenderRequest,
  plan: ScenePlan,
  format: RenderFormat,
): Promise<Sound> {
  const { durationSeconds } = request;
  const { sampleRate, channels } = format;
  const clips: Sound[] = [];
  let { seed } = plan;
  for (const { path, isDecoded } of request.mode === 'reference-to-video' ? request.sounds : []) {
    if (isDecoded) clips.push(await readSound(path, { sampleRate, channels }));
    // A sound that cannot be decoded still counts: its bytes choose another soundtrack.
    else seed = await hashFile(path, seed);
  }
  const sound = composeSoundtrack({ ...plan, seed }, { durationSeconds, sampleRate, channels });
  mixReferences(sound, clips);
  return sound;
}

/** Reads a file of raw samples. */
async function readSound(path: string, format: Pick<Sound, 'sampleRate' | 'channels'>): Promise<Sound> {
  const bytes = new Uint8Array(await readFile(path));
  const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 4));
  return { samples, sampleRate: format.sampleRate, channels: format.channels };
}

/** Plays the clips one after the other over a soundtrack, which steps back while they last. All have one format. */
function mixReferences(background: Sound, clips: readonly Sound[]): void {
  const { samples, sampleRate, channels } = background;
  const edge = Math.round(EDGE_SECONDS * sampleRate) * channels;
  let start = 0;
  for (const clip of clips) {
    const length = Math.min(clip.samples.length, samples.length - start);
    for (let index = 0; index < length; index++) {
      const presence = Math.min(1, index / edge, (length - index) / edge);
      const level = 1 - (1 - BACKGROUND_GAIN) * presence;
      const mixed =
        (samples[start + index] ?? 0) * level + (clip.samples[index] ?? 0) * presence * REFERENCE_GAIN;
      samples[start + index] = Math.min(Math.max(mixed, -1), 1);
    }
    start += length;
  }
}
