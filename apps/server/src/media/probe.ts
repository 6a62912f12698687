import { probeImage } from './probe-image.ts';
import { openMediaBytes } from './probe-media-bytes.ts';
import { type ProbeOptions, probeTimedMediaApart } from './probe-timed-media-apart.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** What a medium is, told by its bytes alone. Sides are in pixels as shown, so after any rotation. */
export type ProbedMedia =
  | {
      readonly kind: 'image';
      readonly format: 'jpeg' | 'png' | 'webp';
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'video';
      readonly format: 'mp4' | 'mov' | 'webm';
      readonly durationSeconds: number;
      readonly width: number;
      readonly height: number;
      readonly hasAudio: boolean;
    }
  | {
      readonly kind: 'audio';
      readonly format: 'mp3' | 'wav' | 'm4a' | 'aac';
      readonly durationSeconds: number;
    };

/**
 * Reads what the medium in a file is. Throws `UnreadableMediaError` for any other format, for damaged or truncated files, and for
 * those that take too much CPU time or memory; what a busy machine doesn't get to is another error.
 */
export async function probeMedia(path: string, options: ProbeOptions = {}): Promise<ProbedMedia> {
  const image = await tryImage(path);
  return image ?? (await probeTimedMediaApart(path, options));
}

async function tryImage(path: string): Promise<ProbedMedia | null> {
  const bytes = await openMediaBytes(path);
  try {
    return await probeImage(path, bytes);
  } catch (error) {
    throw new UnreadableMediaError('its content is damaged or cut short', { cause: error });
  } finally {
    await bytes.close();
  }
}
