import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GenerationProvider } from '@keyframe/generation-provider';
import { createRenderPool, planReferences } from '@keyframe/local-renderer';
import { decodeReferences } from './decode-references.ts';

/**
 * Renders on this machine, in worker threads; `concurrency` full renderings at once, previews beside them. `ffmpeg`
 * encodes the pictures, where it is given.
 */
export async function createLocalProvider(
  concurrency: number,
  ffmpeg?: string | undefined,
): Promise<GenerationProvider> {
  const pool = createRenderPool({ size: concurrency, ffmpeg });
  // The first sandbox answer is as quick as the next ones.
  await pool.prewarm('preview');
  return {
    slots: { all: concurrency, perOwner: concurrency },
    async generate(request, options) {
      const { input, seed, materials, fidelity, videoPath, lastFramePath, ownerId } = request;
      const video = {
        mode: input.generation_type,
        prompt: input.prompt,
        durationSeconds: input.duration,
        aspectRatio: input.aspect_ratio,
        resolution: input.resolution,
        generateAudio: input.generate_audio,
        watermark: input.watermark,
        seed,
        fidelity,
        pictureRatio: materials.pictureRatio,
        outputPath: videoPath,
        lastFramePath,
      };
      const counts = { imageCount: materials.imagePaths.length, videoCount: materials.videoPaths.length };
      const plan = planReferences({ ...video, ...counts });
      const directory = await mkdtemp(join(dirname(videoPath), 'decoded-'));
      try {
        const { signal } = options;
        const mode = fidelity === 'full' ? 'live' : 'test';
        const references = await decodeReferences(materials, plan, { directory, ownerId, mode, signal });
        await pool.render({ ...video, ...references }, options);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
      return { hasLastFrame: lastFramePath !== null };
    },
    close: () => pool.close(),
  };
}
