import type { VideoGenerationInput } from '@keyframe/contract/hono';
import type { TaskInput } from '../tasks/task-input.ts';

/** Takes what the mode renders from a validated input; references that the mode ignores are dropped (RES-19, RES-21). */
export function toTaskInput(input: VideoGenerationInput): TaskInput {
  const {
    prompt,
    duration,
    aspect_ratio,
    resolution,
    generate_audio,
    watermark,
    web_search,
    return_last_frame,
  } = input;
  const settings = {
    prompt,
    duration,
    aspect_ratio,
    resolution,
    generate_audio,
    watermark,
    web_search,
    return_last_frame,
  };
  const isReference = input.generation_type === 'reference-to-video';
  return {
    ...settings,
    generation_type: input.generation_type,
    image_urls: input.generation_type === 'text-to-video' ? [] : (input.image_urls ?? []),
    video_urls: isReference ? (input.video_urls ?? []) : [],
    audio_urls: isReference ? (input.audio_urls ?? []) : [],
  };
}
