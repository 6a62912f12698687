import { probeImage } from './probe-image.ts';
import { openMediaBytes } from './probe-media-bytes.ts';
import { probeTimedMedia } from './probe-timed-media.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Where a medium's bytes are. */
export type MediaSource = { readonly path: string } | { readonly bytes: Uint8Array };

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

/** Reads what a medium is; throws `UnreadableMediaError` for any other format and for damaged or truncated files. */
export async function probeMedia(source: MediaSource): Promise<ProbedMedia> {
  const bytes = await openMediaBytes(source);
  try {
    return (await probeImage(source, bytes)) ?? (await probeTimedMedia(source, bytes));
  } catch (error) {
    if (error instanceof UnreadableMediaError) throw error;
    throw new UnreadableMediaError('its content is damaged or cut short', { cause: error });
  } finally {
    await bytes.close();
  }
}
