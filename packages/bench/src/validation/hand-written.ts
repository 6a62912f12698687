// The creation request as a person would write it for zod, by the rules of the contract.
import { z } from 'zod';

const settings = {
  prompt: z.string().min(1),
  duration: z.int().min(4).max(15).default(5),
  aspect_ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']).default('adaptive'),
  resolution: z.enum(['480p', '720p', '1080p', '4k']).default('720p'),
  generate_audio: z.boolean().default(true),
  watermark: z.boolean().default(false),
  web_search: z.boolean().default(false),
  return_last_frame: z.boolean().default(false),
  seed: z.int().min(-1).max(4_294_967_295).default(-1),
};
const materials = z.array(z.url({ protocol: /^https?$/ }));

const input = z.discriminatedUnion('generation_type', [
  z.looseObject({
    ...settings,
    generation_type: z.literal('text-to-video').default('text-to-video'),
    image_urls: materials.default([]),
    video_urls: materials.default([]),
    audio_urls: materials.default([]),
  }),
  z.looseObject({
    ...settings,
    generation_type: z.literal('image-to-video'),
    image_urls: materials.min(1).max(2),
    video_urls: materials.default([]),
    audio_urls: materials.default([]),
  }),
  z
    .looseObject({
      ...settings,
      generation_type: z.literal('reference-to-video'),
      image_urls: materials.max(9).default([]),
      video_urls: materials.max(3).default([]),
      audio_urls: materials.max(3).default([]),
    })
    .refine((value) => value.image_urls.length + value.video_urls.length > 0),
]);

/** Validates the creation request. */
export const handWritten = z.looseObject({
  model: z.enum(['video-2-0', 'video-2-0-fast', 'video-2-0-mini']),
  callback_url: z.url({ protocol: /^https$/ }).optional(),
  input,
});
