import type { Sound } from '../encode/aac-encoder.ts';

const REFERENCE_GAIN = 0.85;
const BACKGROUND_GAIN = 0.3;
const EDGE_SECONDS = 0.15;

/** Plays the clips one after the other over a soundtrack, which steps back while they last. All have one format. */
export function mixReferences(background: Sound, clips: readonly Sound[]): void {
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
