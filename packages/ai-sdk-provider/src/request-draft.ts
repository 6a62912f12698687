import type { Experimental_VideoModelV4Result as VideoModelV4Result } from '@ai-sdk/provider';
import { UnsupportedFunctionalityError } from '@ai-sdk/provider';
import type { VideoGenerationRequest } from '@keyframe/client';

type Input = VideoGenerationRequest['input'];
type ImageToVideo = Extract<Input, { generation_type: 'image-to-video' }>;
type ReferenceToVideo = Extract<Input, { generation_type: 'reference-to-video' }>;

/** Settings that all modes accept. */
export type Settings = Partial<
  Pick<
    Input,
    | 'aspect_ratio'
    | 'duration'
    | 'generate_audio'
    | 'resolution'
    | 'return_last_frame'
    | 'seed'
    | 'watermark'
    | 'web_search'
  >
>;

/** A request that the options of a call fill in. */
export interface RequestDraft {
  prompt: string;
  readonly settings: { -readonly [name in keyof Settings]: Settings[name] };
  readonly frames: { first?: string; last?: string };
  readonly references: { image_urls: string[]; video_urls: string[]; audio_urls: string[] };
  readonly warnings: VideoModelV4Result['warnings'];
}

/** Creates a draft without any option. */
export function createDraft(): RequestDraft {
  const references = { image_urls: [], video_urls: [], audio_urls: [] };
  return { prompt: '', settings: {}, frames: {}, references, warnings: [] };
}

/**
 * Returns the input of a finished draft: its frames and references determine the mode (RES-4).
 * @throws {UnsupportedFunctionalityError} for a last frame alone, and for frames beside references
 */
export function finishDraft({ prompt, settings, frames, references }: RequestDraft): Input {
  const hasReferences = Object.values(references).some((urls) => urls.length > 0);
  const frameUrls = toFrameUrls(frames);
  if (frameUrls === undefined) {
    if (!hasReferences) return { ...settings, prompt, generation_type: 'text-to-video' };
    // The service counts the references, and its error contains the limits.
    return { ...settings, ...references, prompt, generation_type: 'reference-to-video' } as ReferenceToVideo;
  }
  if (hasReferences)
    throw new UnsupportedFunctionalityError({ functionality: 'frames beside inputReferences' });
  return { ...settings, prompt, generation_type: 'image-to-video', image_urls: frameUrls };
}

function toFrameUrls({ first, last }: RequestDraft['frames']): ImageToVideo['image_urls'] | undefined {
  if (first !== undefined) return last === undefined ? [first] : [first, last];
  if (last === undefined) return undefined;
  throw new UnsupportedFunctionalityError({ functionality: 'a last frame without a first frame' });
}
