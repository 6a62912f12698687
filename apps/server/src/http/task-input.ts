import type { VideoGenerationInput } from '@keyframe/contract/hono';
import type { TaskInput } from '../db/task-input.ts';

/** What every mode takes over as it is. */
const SETTINGS = [
  ...(['prompt', 'duration', 'aspect_ratio', 'resolution'] as const),
  ...(['generate_audio', 'watermark', 'web_search', 'return_last_frame'] as const),
] as const;

/** Takes what the mode renders from a validated input; references that the mode ignores are dropped (RES-19, RES-21). */
export function toTaskInput(input: VideoGenerationInput): TaskInput {
  const isReference = input.generation_type === 'reference-to-video';
  return {
    ...pick(input, SETTINGS),
    generation_type: input.generation_type,
    image_urls: input.generation_type === 'text-to-video' ? [] : (input.image_urls ?? []),
    video_urls: isReference ? (input.video_urls ?? []) : [],
    audio_urls: isReference ? (input.audio_urls ?? []) : [],
  };
}

function pick<TObject, TName extends keyof TObject>(
  object: TObject,
  names: readonly TName[],
): Pick<TObject, TName> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<TObject, TName>;
}
