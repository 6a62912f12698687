import { inferRatio, type RatioRequest } from './adaptive-ratio.ts';
import { scheduleShots } from './montage-film.ts';
import { chooseFormat, type FormatRequest } from './render-format.ts';
import type { RenderRequest } from './render-request.ts';

/** A request before its references are decoded. */
export interface PlannedRequest
  extends FormatRequest,
    RatioRequest,
    Pick<RenderRequest, 'mode' | 'generateAudio'> {
  readonly imageCount: number;
  readonly videoCount: number;
}

/** How references are to be decoded, and how much of them is ever seen or heard. */
export interface ReferencePlan {
  /** Pixels of every picture, of images as of videos: RGB, three bytes a pixel, rows from the top. */
  readonly width: number;
  readonly height: number;
  /** How many of the images are seen. */
  readonly imageCount: number;
  /** The pictures a second of videos, which follow each other in one file. */
  readonly framesPerSecond: number;
  /** How many pictures of each video are seen; empty where videos are not. */
  readonly videoFrames: readonly number[];
  /** Interleaved 32-bit floats, little-endian, -1 to 1; null where sounds are not heard. */
  readonly sound: {
    readonly sampleRate: number;
    readonly channels: number;
    readonly maxSeconds: number;
  } | null;
}

/** The shares of time in a montage: what the prompt describes, then each image, then each video. */
export const MONTAGE_WEIGHTS = { scene: 0.7, image: 1, video: 2 };

/** Says how to decode the references of a request, none of which counts in a mode that does not show it. */
export function planReferences(request: PlannedRequest): ReferencePlan {
  const { mode, imageCount, videoCount, durationSeconds } = request;
  const format = chooseFormat(request, inferRatio(request));
  const isMontage = mode === 'reference-to-video';
  return {
    width: format.gridWidth,
    height: format.gridHeight,
    imageCount: mode === 'text-to-video' ? 0 : Math.min(imageCount, isMontage ? imageCount : 2),
    framesPerSecond: format.framesPerSecond,
    videoFrames: isMontage ? countVideoFrames({ imageCount, videoCount }, format) : [],
    sound:
      isMontage && request.generateAudio
        ? { sampleRate: format.sampleRate, channels: format.channels, maxSeconds: durationSeconds }
        : null,
  };
}

function countVideoFrames(
  { imageCount, videoCount }: { readonly imageCount: number; readonly videoCount: number },
  format: { readonly frameCount: number; readonly framesPerSecond: number },
): number[] {
  const weights = [
    MONTAGE_WEIGHTS.scene,
    ...Array.from({ length: imageCount }, () => MONTAGE_WEIGHTS.image),
    ...Array.from({ length: videoCount }, () => MONTAGE_WEIGHTS.video),
  ];
  return scheduleShots(weights, format)
    .slice(1 + imageCount)
    .map(({ start, end }) => end - start);
}
