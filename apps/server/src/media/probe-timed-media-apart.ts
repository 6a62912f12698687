// Strangers make these files, and the demuxer walks them as they say: a few bytes can keep it busy for minutes or fill
// the memory. So it works in a thread of its own, which can be ended whatever it does and whose memory has an end.
import { Worker } from 'node:worker_threads';
import type { MediaSource } from './probe.ts';
import type { ProbeReport, TimedMedia } from './probe-timed-media.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Limits one probing. */
export interface ProbeOptions {
  /** Ends the probing at once: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long the demuxer may take before the medium counts as unreadable; by default 5 seconds. */
  readonly timeoutMs?: number;
}

const SCRIPT = new URL('./probe-worker.ts', import.meta.url);
// An MP3 of 52 minutes, far longer than any that is taken, needs 2 to 4 seconds on two shared cores.
const DEFAULT_TIMEOUT_MS = 5_000;
// Node ignores it when it was started with --max-old-space-size; the time is then the only limit.
const MAX_HEAP_MEGABYTES = 128;

/** Reads a video or an audio file in a thread of its own; throws `UnreadableMediaError`, also when it takes too much. */
export async function probeTimedMediaApart(
  source: MediaSource,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: ProbeOptions,
): Promise<TimedMedia> {
  signal?.throwIfAborted();
  const worker = new Worker(SCRIPT, {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ProbeReport>();
  worker.once('message', resolve);
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooLarge(error) : error));
  worker.once('exit', (exitCode) => reject(new Error(`The probing thread ended with exit code ${exitCode}`)));
  const timeout = setTimeout(() => reject(new UnreadableMediaError('it takes too long to read')), timeoutMs);
  const stop = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const report = await promise;
    if ('media' in report) return report.media;
    throw new UnreadableMediaError(report.problem, { cause: report.cause });
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooLarge(cause: unknown): UnreadableMediaError {
  return new UnreadableMediaError('it takes too much memory to read', { cause });
}
