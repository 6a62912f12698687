// The creation request as a person would write it for zod, by the rules of the contract and no fewer.
import { z } from 'zod';

const MOST_MEMBERS = 1_000;

const isBounded = (value: object) => Object.keys(value).length <= MOST_MEMBERS;

// `z.url` mends what it is given, as browsers do: the characters of RFC 3986, and the contract's host and port.
const CHARACTERS = /^[a-z]+:\/\/[^/?#]*(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/i;
const authority = String.raw`(?:[\w\-.~!$&'()*+,;=%]*[\w\-~!$&'()*+,;=%]|\[[\w:.]+\])(?::(?:[1-9][0-9]{0,4})?)?(?:[/?#]|$)`;
const url = (scheme: string) =>
  z
    .string()
    .max(2_048)
    .regex(CHARACTERS)
    .regex(new RegExp(`^${scheme}://${authority}`, 'i'))
    .refine(URL.canParse);
const materialUrl = url('https?');

const settings = {
  prompt: z
    .string()
    .min(1)
    .regex(/^[^\0]*$/u),
  duration: z.int().min(4).max(15).default(5),
  aspect_ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']).default('adaptive'),
  resolution: z.enum(['480p', '720p', '1080p', '4k']).default('720p'),
  generate_audio: z.boolean().default(true),
  watermark: z.boolean().default(false),
  web_search: z.boolean().default(false),
  return_last_frame: z.boolean().default(false),
  seed: z.int().min(-1).max(4_294_967_295).default(-1),
};
const materials = z.array(materialUrl).max(MOST_MEMBERS);

const input = z.discriminatedUnion('generation_type', [
  z
    .looseObject({
      ...settings,
      generation_type: z.literal('text-to-video').default('text-to-video'),
      image_urls: materials.default([]),
      video_urls: materials.default([]),
      audio_urls: materials.default([]),
    })
    .refine(isBounded),
  z
    .looseObject({
      ...settings,
      generation_type: z.literal('image-to-video'),
      image_urls: z.array(materialUrl).min(1).max(2),
      video_urls: materials.default([]),
      audio_urls: materials.default([]),
    })
    .refine(isBounded),
  z
    .looseObject({
      ...settings,
      generation_type: z.literal('reference-to-video'),
      image_urls: z.array(materialUrl).max(9).default([]),
      video_urls: z.array(materialUrl).max(3).default([]),
      audio_urls: z.array(materialUrl).max(3).default([]),
    })
    .refine(isBounded)
    .refine(({ image_urls, video_urls }) => image_urls.length + video_urls.length > 0)
    .refine(
      ({ image_urls, video_urls, audio_urls }) =>
        image_urls.length + video_urls.length + audio_urls.length <= 12,
    ),
]);

/** Validates the creation request. */
export const handWritten = z
  .looseObject({
    model: z.enum(['video-2-0', 'video-2-0-fast', 'video-2-0-mini']),
    callback_url: url('https').optional(),
    input,
  })
  .refine(isBounded);
