import type { VideoGenerationInput } from '@keyframe/contract/hono';
import type { TaskInput } from '../db/task-input.ts';

/** Takes what the mode renders from a validated input; references that the mode ignores are dropped (RES-19, RES-21). */
export function toTaskInput(input: VideoGenerationInput): TaskInput {
  const isReference = input.generation_type === 'reference-to-video';
  return {
    generation_type: input.generation_type,
    prompt: input.prompt,
    image_urls: input.generation_type === 'text-to-video' ? [] : (input.image_urls ?? []),
    video_urls: isReference ? (input.video_urls ?? []) : [],
    audio_urls: isReference ? (input.audio_urls ?? []) : [],
    duration: input.duration,
    aspect_ratio: input.aspect_ratio,
    resolution: input.resolution,
    generate_audio: input.generate_audio,
    watermark: input.watermark,
    web_search: input.web_search,
    return_last_frame: input.return_last_frame,
  };
}
