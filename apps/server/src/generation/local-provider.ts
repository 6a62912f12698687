import { createRenderPool } from './local/index.ts';
import type { GenerationProvider } from './provider.ts';

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
    async generate({ input, seed, materials, fidelity, videoPath, lastFramePath }, options) {
      await pool.render(
        {
          mode: input.generation_type,
          prompt: input.prompt,
          durationSeconds: input.duration,
          aspectRatio: input.aspect_ratio,
          resolution: input.resolution,
          generateAudio: input.generate_audio,
          watermark: input.watermark,
          seed,
          fidelity,
          imagePaths: [...materials.imagePaths],
          videoPaths: [...materials.videoPaths],
          audioPaths: [...materials.audioPaths],
          pictureRatio: materials.pictureRatio,
          outputPath: videoPath,
          lastFramePath,
        },
        options,
      );
      return { hasLastFrame: lastFramePath !== null };
    },
    close: () => pool.close(),
  };
}
