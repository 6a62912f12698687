/** Brings a result of upstream into a run's folder. Its links are untrusted input, so they go through SSRF protection. */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  GenerationFailedError,
  GenerationInterruptedError,
  type GenerationRequest,
} from '@keyframe/generation-provider';
import { probeMedia, UnreadableMediaError } from '@keyframe/media-process';
import type { UpstreamResult } from './await-outcome.ts';
import type { ClassifyDownload, Download, UpstreamLog } from './ports.ts';

export interface FetchServices {
  readonly download: Download;
  readonly classifyDownload: ClassifyDownload;
  readonly log: UpstreamLog;
  /** Pause before a file is requested again. */
  readonly pollIntervalMs: number;
}

/** More than 15 seconds in 4k take at 400 megabits a second. */
const MAX_BYTES = 1_000_000_000;
const ATTEMPT_TIMEOUT_MS = 300_000;
/** Attempts for the last frame; the video is paid for, and requested until the timeout of the task. */
const FRAME_ATTEMPTS = 5;

/**
 * Fetches the video and, if requested and available, the last frame.
 * @throws {GenerationFailedError} when the video cannot be fetched or is not a video
 * @throws {GenerationInterruptedError} when this machine cannot take or read a file
 */
export async function fetchResult(
  services: FetchServices,
  { videoUrl, lastFrameUrl }: UpstreamResult,
  { taskId, videoPath, lastFramePath, signal }: Target,
): Promise<{ hasLastFrame: boolean }> {
  await fetchFile(services, videoUrl, {
    path: videoPath,
    format: 'mp4',
    attempts: Number.POSITIVE_INFINITY,
    signal,
  });
  if (lastFramePath === null || lastFrameUrl === null) return { hasLastFrame: false };
  try {
    await fetchFile(services, lastFrameUrl, {
      path: lastFramePath,
      format: 'png',
      attempts: FRAME_ATTEMPTS,
      signal,
    });
    return { hasLastFrame: true };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GenerationInterruptedError) throw error;
    services.log.warn({ taskId, err: error }, 'the last frame is not to be had');
    await rm(lastFramePath, { force: true });
    return { hasLastFrame: false };
  }
}

type Target = Pick<GenerationRequest, 'taskId' | 'videoPath' | 'lastFramePath'> & {
  readonly signal: AbortSignal;
};

interface WantedFile {
  readonly path: string;
  readonly format: 'mp4' | 'png';
  readonly attempts: number;
  readonly signal: AbortSignal;
}

async function fetchFile(services: FetchServices, url: string, file: WantedFile): Promise<void> {
  const { path, format, signal } = file;
  try {
    await downloadFile(services, url, file);
    const media = await probeMedia(path, { signal });
    if (media.format === format) return;
    throw new UnreadableMediaError(`it is ${media.format}`);
  } catch (cause) {
    signal.throwIfAborted();
    // A full disk, a machine without memory or time: nothing that upstream did.
    const isUnreadable = cause instanceof UnreadableMediaError;
    if (!isUnreadable && services.classifyDownload(cause) === 'machine')
      throw new GenerationInterruptedError(`Upstream's ${format} could not be taken.`, { cause });
    const problem = `Upstream's ${format} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenerationFailedError('provider_failed', problem, { cause });
  }
}

async function downloadFile(
  { download, classifyDownload, log, pollIntervalMs }: FetchServices,
  url: string,
  { path, attempts, signal }: WantedFile,
): Promise<void> {
  const bounds = { maxBytes: MAX_BYTES, timeoutMs: ATTEMPT_TIMEOUT_MS };
  for (let attempt = 1; ; attempt++) {
    try {
      await download({ url, path, ...bounds, signal });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (classifyDownload(error) !== 'transient' || attempt === attempts) throw error;
      log.warn({ err: error }, 'a result of upstream is not available: asking again');
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}
