/** Wires the worker: what makes the videos, and the loops that take jobs. */
import { availableParallelism } from 'node:os';
import type { GenerationProvider } from '@keyframe/generation-provider';
import { findFfmpeg } from '@keyframe/local-renderer';
import { createUpstreamProvider } from '@keyframe/upstream-provider';
import { createLocalProvider } from '../generation/local-provider.ts';
import { createUpstreamPorts } from '../generation/upstream-ports.ts';
import { startWorker, type Worker } from '../worker.ts';
import type { Services } from './open-services.ts';

/** The worker of a process, which takes no jobs before its start. */
export interface WiredWorker {
  start(): Promise<Worker>;
  /** Ends what makes the videos, after the worker has stopped. */
  close(): Promise<void>;
}

/**
 * Creates the provider, so that settings which this machine cannot serve end the start of the process.
 * @throws {FfmpegUnusableError} when the FFmpeg that FFMPEG names cannot encode
 */
export async function wireWorker(
  services: Services,
  makeProvider: (() => Promise<GenerationProvider>) | undefined,
): Promise<WiredWorker> {
  const provider = await (makeProvider ?? (() => createProvider(services)))();
  return {
    start: () => startWorker({ ...services.config, ...services, provider }),
    close: () => provider.close(),
  };
}

/** Creates the provider that the settings name. */
async function createProvider(services: Services): Promise<GenerationProvider> {
  const { upstream, publicUrl, ffmpeg } = services.config;
  const local = await createLocalProvider(availableParallelism(), await findFfmpeg(ffmpeg, services.log));
  if (upstream === undefined) return local;
  const ports = createUpstreamPorts(services);
  return createUpstreamProvider({ ...ports, settings: upstream, publicUrl, previews: local });
}
