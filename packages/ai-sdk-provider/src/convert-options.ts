import type { Experimental_VideoModelV4CallOptions, Experimental_VideoModelV4File } from '@ai-sdk/provider';
import { InvalidArgumentError, type SharedV4Warning, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import type { VideoGenerationRequest } from '@keyframe/client';
import { toVideoSize } from './to-video-size.ts';

/** Options in `providerOptions.keyframe`: what the service offers beyond the SDK's own options. */
export interface KeyframeVideoOptions {
  /** Whether the video has a watermark; false by default. */
  watermark?: boolean;
  /** Whether the prompt may be enriched by a web search; false by default. */
  webSearch?: boolean;
  /** Whether the last frame is returned, as `providerMetadata.keyframe.lastFrameUrl`; false by default. */
  returnLastFrame?: boolean;
}

type Input = VideoGenerationRequest['input'];
/** Members of an input, with values of the SDK's types: the service checks them. */
type Draft = { [name in keyof Input]?: Input[name] | undefined };

const SETTINGS = {
  watermark: 'watermark',
  webSearch: 'web_search',
  returnLastFrame: 'return_last_frame',
} as const satisfies Record<keyof KeyframeVideoOptions, keyof Input>;

/** The input of a request, and what of the options the service does not support. */
interface Converted {
  input: Input;
  warnings: SharedV4Warning[];
}

/**
 * Converts the options of a call to the input of a request. The service checks the values.
 * @throws {UnsupportedFunctionalityError} before anything is sent, if the video could only differ from what was ordered
 */
export function convertOptions(options: Experimental_VideoModelV4CallOptions): Converted {
  const { prompt, n, fps, aspectRatio, resolution, duration, seed, generateAudio } = options;
  const size = resolution && toVideoSize(resolution);
  const warnings: SharedV4Warning[] = [];
  const warn = (feature: string, details?: string) =>
    warnings.push({ type: 'unsupported', feature, ...(details && { details }) });
  if (n > 1) warn('n', 'A call generates one video.');
  if (fps !== undefined) warn('fps');
  if (resolution && !size) warn('resolution', `No resolution matches ${resolution}.`);
  // TypeScript accepts unknown members in a literal with spreads.
  const settings: Draft = {
    prompt,
    duration: duration as Draft['duration'],
    resolution: size?.resolution,
    aspect_ratio: (aspectRatio as Draft['aspect_ratio']) ?? size?.aspect_ratio,
    seed,
    generate_audio: generateAudio,
  };
  const providerSettings = convertProviderOptions(options.providerOptions.keyframe);
  return { input: { ...settings, ...providerSettings, ...convertMedia(options) } as Input, warnings };
}

/** Converts frames and references, which determine the mode (RES-4). */
function convertMedia(options: Experimental_VideoModelV4CallOptions): Draft {
  const { image, frameImages = [], inputReferences = [] } = options;
  const findFrame = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image;
  const first = findFrame('first_frame') ?? image;
  const last = findFrame('last_frame');
  if (last && !first) throw unsupported('a last frame without a first frame');
  if (first && inputReferences.length > 0) throw unsupported('frames beside inputReferences');
  if (first) {
    return { generation_type: 'image-to-video', image_urls: (last ? [first, last] : [first]).map(readUrl) };
  }
  if (inputReferences.length === 0) return { generation_type: 'text-to-video' };
  const references = Object.groupBy(inputReferences, classifyMedia);
  return {
    generation_type: 'reference-to-video',
    image_urls: references.image?.map(readUrl),
    video_urls: references.video?.map(readUrl),
    audio_urls: references.audio?.map(readUrl),
  };
}

/** The service fetches media itself, so that it needs an address that it can reach. */
function readUrl(file: Experimental_VideoModelV4File): string {
  if (file.type === 'url') return file.url;
  const details = 'Keyframe fetches media by URL: upload the file to where it is public, and pass its URL.';
  throw unsupported('media as data', details);
}

/** Returns the kind of a reference by its media type, or else by the extension of its URL; `image` if both are missing. */
function classifyMedia(file: Experimental_VideoModelV4File): 'image' | 'video' | 'audio' {
  const [kind] = file.mediaType?.split('/') ?? [];
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind;
  const path = file.type === 'url' ? file.url.replace(/[?#].*/s, '') : '';
  if (/\.(?:mp4|m4v|mov|webm)$/i.test(path)) return 'video';
  return /\.(?:mp3|m4a|wav|aac|flac|ogg)$/i.test(path) ? 'audio' : 'image';
}

function convertProviderOptions(keyframe: Readonly<Record<string, unknown>> = {}): Draft {
  const settings: Draft = {};
  for (const [name, value] of Object.entries(keyframe)) {
    const [, setting] = Object.entries(SETTINGS).find(([option]) => option === name) ?? [];
    if (setting === undefined || typeof value !== 'boolean') {
      const argument = `providerOptions.keyframe.${name}`;
      const message = `${argument} must be one of ${Object.keys(SETTINGS).join(', ')}, and true or false.`;
      throw new InvalidArgumentError({ argument, message });
    }
    settings[setting] = value;
  }
  return settings;
}

function unsupported(functionality: string, message?: string): UnsupportedFunctionalityError {
  return new UnsupportedFunctionalityError({ functionality, ...(message && { message }) });
}
