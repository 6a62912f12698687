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

const SETTINGS: Readonly<Record<string, string>> = {
  watermark: 'watermark',
  webSearch: 'web_search',
  returnLastFrame: 'return_last_frame',
} satisfies Record<keyof KeyframeVideoOptions, string>;

/** The input of a request, and what of the options the service does not support. */
interface Converted {
  input: VideoGenerationRequest['input'];
  warnings: SharedV4Warning[];
}

/**
 * Converts the options of a call to the input of a request. The service checks the values.
 * @throws {UnsupportedFunctionalityError} before anything is sent, if the video could only differ from what was ordered
 */
export function convertOptions(options: Experimental_VideoModelV4CallOptions): Converted {
  const { prompt, n, fps, aspectRatio, resolution, duration, seed, generateAudio, ...others } = options;
  const {
    image,
    frameImages,
    inputReferences,
    providerOptions,
    abortSignal: _,
    headers: __,
    ...rest
  } = others;
  // A new option of the SDK does not compile until it is handled above.
  rest satisfies Record<keyof typeof rest, never>;
  const size = resolution && toVideoSize(resolution);
  const warnings: SharedV4Warning[] = [];
  const warn = (feature: string, details?: string) =>
    warnings.push({ type: 'unsupported', feature, ...(details && { details }) });
  if (n > 1) warn('n', 'A call generates one video.');
  if (fps !== undefined) warn('fps');
  if (resolution && !size) warn('resolution', `No resolution matches ${resolution}.`);
  const input = {
    ...size,
    ...(aspectRatio && { aspect_ratio: aspectRatio }),
    ...{ prompt, duration, seed, generate_audio: generateAudio },
    ...convertProviderOptions(providerOptions.keyframe),
    ...convertMedia({ image, frameImages, inputReferences }),
  };
  return { input: input as Converted['input'], warnings };
}

/** Converts frames and references, which determine the mode (RES-4). */
function convertMedia({
  image,
  frameImages = [],
  inputReferences = [],
}: Pick<Experimental_VideoModelV4CallOptions, 'image' | 'frameImages' | 'inputReferences'>): object {
  const findFrame = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image;
  const first = findFrame('first_frame') ?? image;
  const last = findFrame('last_frame');
  if (last && !first) throw unsupported('a last frame without a first frame');
  if (first && inputReferences.length > 0) throw unsupported('frames beside inputReferences');
  if (first) {
    return { generation_type: 'image-to-video', image_urls: (last ? [first, last] : [first]).map(readUrl) };
  }
  if (inputReferences.length === 0) return { generation_type: 'text-to-video' };
  const urls = Object.groupBy(inputReferences, (file) => `${classifyMedia(file)}_urls`);
  const entries = Object.entries(urls).map(([name, files = []]) => [name, files.map(readUrl)]);
  return { generation_type: 'reference-to-video', ...Object.fromEntries(entries) };
}

/** The service fetches media itself, so that it needs an address that it can reach. */
function readUrl(file: Experimental_VideoModelV4File): string {
  if (file.type === 'url') return file.url;
  const details = 'Keyframe fetches media by URL: upload the file to where it is public, and pass its URL.';
  throw unsupported('media as data', details);
}

/** Returns the kind of a reference by its media type, or else by the extension of its URL; `image` if both are missing. */
function classifyMedia(file: Experimental_VideoModelV4File): string {
  const [kind] = /^(?:image|video|audio)(?=\/)/.exec(file.mediaType ?? '') ?? [];
  const path = file.type === 'url' ? file.url.replace(/[?#].*/s, '') : '';
  if (kind !== undefined) return kind;
  if (/\.(?:mp4|m4v|mov|webm)$/i.test(path)) return 'video';
  return /\.(?:mp3|m4a|wav|aac|flac|ogg)$/i.test(path) ? 'audio' : 'image';
}

function convertProviderOptions(keyframe: Readonly<Record<string, unknown>> = {}): object {
  const settings = Object.entries(keyframe).map(([name, value]) => {
    const argument = `providerOptions.keyframe.${name}`;
    if (Object.hasOwn(SETTINGS, name) && typeof value === 'boolean') return [SETTINGS[name], value];
    const message = `${argument} must be one of ${Object.keys(SETTINGS).join(', ')}, and true or false.`;
    throw new InvalidArgumentError({ argument, message });
  });
  return Object.fromEntries(settings);
}

function unsupported(functionality: string, message?: string): UnsupportedFunctionalityError {
  return new UnsupportedFunctionalityError({ functionality, ...(message && { message }) });
}
