import { decodeSound, decodeVideo } from './ffmpeg/decode-timed-media.ts';
import { type MediaBytes, openMediaBytes } from './media-bytes.ts';
import type { ProbedImage, ProbedMedia } from './media-facts.ts';
import type { DecodeJob, MediaJob, MediaOutcome } from './media-messages.ts';
import { probeTimedMedia } from './probe-timed-media.ts';
import { type Container, sniffContainer } from './sniff-container.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

interface OpenFile {
  readonly container: Container;
  readonly bytes: MediaBytes;
}

/**
 * Does a job within a process that can be killed.
 * @throws {UnreadableMediaError} for a file that is not what it begins like, or would cost too much
 */
export async function performJob(job: MediaJob): Promise<MediaOutcome> {
  const bytes = await openMediaBytes(job.path);
  try {
    const container = await sniffContainer(bytes);
    if (container === null) throw new UnreadableMediaError('its format is not accepted');
    const file = { container, bytes };
    if (job.kind === 'probe') return { kind: 'probed', media: await probe(job.path, file) };
    return { kind: 'decoded', bytes: await decode(job, file) };
  } finally {
    await bytes.close();
  }
}

async function probe(path: string, { container, bytes }: OpenFile): Promise<ProbedMedia> {
  if (!isImage(container)) return probeTimedMedia(container, path, bytes);
  const { probeImage } = await loadImageReader();
  return probeImage(container, path, bytes);
}

async function decode(job: DecodeJob, { container, bytes }: OpenFile): Promise<number> {
  if (job.kind === 'video') return decodeVideo(container, job);
  if (job.kind === 'sound') return decodeSound(container, job);
  if (!isImage(container)) throw new UnreadableMediaError('it is no image');
  const { decodeImage } = await loadImageReader();
  return decodeImage(container, job, bytes);
}

/** Most jobs are no images, and a process starts sooner without libvips. */
const loadImageReader = () => import('./read-image.ts');

function isImage(container: Container): container is ProbedImage['format'] {
  return container === 'jpeg' || container === 'png' || container === 'webp';
}
