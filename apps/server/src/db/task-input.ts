import type { components } from '@keyframe/contract';
import type { VideoGenerationInput } from '@keyframe/contract/hono';

type Settings = Required<Omit<components['schemas']['GenerationSettings'], 'seed'>>;

/** What a task renders: the validated input, defaults filled in and what its mode ignores left out. */
export interface TaskInput extends Readonly<Settings> {
  readonly generation_type: VideoGenerationInput['generation_type'];
  readonly image_urls: readonly string[];
  readonly video_urls: readonly string[];
  readonly audio_urls: readonly string[];
}
