import type { VideoGenerationRequest } from '@keyframe/client';

type VideoSize = Required<Pick<VideoGenerationRequest['input'], 'resolution' | 'aspect_ratio'>>;

/** Resolutions of the service by their shorter side, in pixels (RES-13). */
const RESOLUTIONS: Readonly<Record<number, VideoSize['resolution']>> = {
  480: '480p',
  720: '720p',
  1080: '1080p',
  2160: '4k',
};
const RATIOS: readonly VideoSize['aspect_ratio'][] = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'];
/** Rounding of a side to whole or even pixels changes a ratio by less. */
const RATIO_TOLERANCE = 0.01;

/** Converts `{width}x{height}` to the service's resolution and aspect ratio; undefined if it has no such size. */
export function toVideoSize(size: string): VideoSize | undefined {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const resolution = RESOLUTIONS[Math.min(width, height)];
  const ratio = RATIOS.find((text) => {
    const [x = 0, y = 0] = text.split(':').map(Number);
    return Math.abs((width / height) * (y / x) - 1) < RATIO_TOLERANCE;
  });
  return resolution && ratio ? { resolution, aspect_ratio: ratio } : undefined;
}
