/** Previews in reference-to-video, and measurements of their frames and sound. */

import type { GenerationProvider, GenerationRequest, Materials } from '@keyframe/generation-provider';
import {
  createRaster,
  decodeFrames,
  decodeSound,
  measureLoudness,
  psnr,
} from '@keyframe/local-renderer/testing';
import { makeMedia, toneInput, useScratchFolder } from '@keyframe/media-process/testing';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { createLocalProvider } from '../../src/generation/local-provider.ts';
import { INPUT } from './task.ts';

export const PREVIEW_SIZE = { width: 256, height: 144 };

/** Returns how much the most similar frame of a video resembles a plain color, as PSNR. */
export async function measureColor(path: string, color: readonly number[]): Promise<number> {
  const picture = createRaster(PREVIEW_SIZE.width, PREVIEW_SIZE.height);
  for (let index = 0; index < picture.data.length; index += 3) picture.data.set(color, index);
  const frames = await decodeFrames(path, PREVIEW_SIZE);
  return Math.max(...frames.map((frame) => psnr(frame, picture)));
}

async function measureTone(path: string): Promise<number> {
  const sound = await decodeSound(path, 24_000);
  return measureLoudness(sound?.subarray(24_000, 72_000) ?? new Float32Array(1), 3_150, 24_000);
}

/** Starts a provider for the calling test file, with the image `sunny.webp` in its folder. */
export function useReferenceVideos() {
  const file = useScratchFolder();
  let provider: GenerationProvider;
  beforeAll(async () => {
    provider = await createLocalProvider(1);
    await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f2b134' } })
      .webp()
      .toFile(file('sunny.webp'));
  });
  afterAll(() => provider.close());

  /** Generates a preview in reference-to-video, and returns its path. */
  async function generate(
    name: string,
    materials: Partial<Materials>,
    signal?: AbortSignal,
  ): Promise<string> {
    const request: GenerationRequest = {
      taskId: `task_${name}`,
      model: 'video-2-0',
      input: {
        ...INPUT,
        generation_type: 'reference-to-video',
        duration: 4,
        aspect_ratio: '16:9',
        generate_audio: true,
      },
      seed: 7,
      materials: { imagePaths: [], videoPaths: [], audioPaths: [], pictureRatio: null, ...materials },
      fidelity: 'preview',
      videoPath: file(`${name}-out.mp4`),
      lastFramePath: null,
    };
    const options = { signal: signal ?? new AbortController().signal, onProgress: () => {} };
    await provider.generate(request, options);
    return request.videoPath;
  }

  /** Measures a tone in the sound of two previews: one without a reference, one with the tone as its reference. */
  async function mixTone(
    name: string,
    codec: readonly string[],
  ): Promise<{ without: number; mixed: number }> {
    await makeMedia(file(name), [...toneInput(3_150, 4), ...codec]);
    const imagePaths = [file('sunny.webp')];
    const without = await measureTone(await generate(`without-${name}`, { imagePaths }));
    const mixed = await generate(`with-${name}`, { imagePaths, audioPaths: [file(name)] });
    return { without, mixed: await measureTone(mixed) };
  }

  return { file, generate, mixTone };
}
