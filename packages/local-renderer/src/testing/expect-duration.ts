import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { expect } from 'vitest';
import type { RenderedVideo } from '../render-request.ts';
import { decodeFrames, decodeSound } from './decode-video.ts';

const SAMPLE_RATE = 24_000;
/** A decoder ends with a whole AAC frame. */
const AAC_FRAME = 1024;

/** Expects a rendered video with sound to last as long in its metadata, its pictures and its sound. */
export async function expectDuration(path: string, video: RenderedVideo, seconds: number): Promise<void> {
  expect(video).toMatchObject({ durationSeconds: seconds, hasAudio: true });
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  for (const track of await input.getTracks()) {
    expect(await track.computeDuration()).toBeCloseTo(seconds, 5);
  }
  expect(await decodeFrames(path, video)).toHaveLength(video.frameCount);
  const sound = await decodeSound(path, SAMPLE_RATE);
  expect(Math.abs((sound?.length ?? 0) - seconds * SAMPLE_RATE)).toBeLessThan(AAC_FRAME);
}
