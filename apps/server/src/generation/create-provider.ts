import { availableParallelism } from 'node:os';
import { findFfmpeg } from '@keyframe/local-renderer';
import type { Config } from '../config.ts';
import { createLocalProvider } from './local-provider.ts';
import type { GenerationProvider } from './provider.ts';
import { createUpstreamProvider, type UpstreamServices } from './upstream-provider.ts';

/**
 * Creates the provider that the settings name.
 * @throws {FfmpegUnusableError} when the FFmpeg that FFMPEG names can't encode
 */
export async function createProvider(
  { upstream, publicUrl, ffmpeg }: Config,
  services: Pick<UpstreamServices, 'database' | 'egress' | 'log'>,
): Promise<GenerationProvider> {
  const local = await createLocalProvider(availableParallelism(), await findFfmpeg(ffmpeg, services.log));
  if (upstream === undefined) return local;
  return createUpstreamProvider({ ...services, settings: upstream, publicUrl, previews: local });
}
