import { VideoGenerationRequest } from '@keyframe/contract/hono';
import { expect, test } from 'vitest';
import { validationError } from './validation-errors.ts';

const URL_1 = 'https://media.example/1.png';

function readMessage(request: object): string {
  const { error } = VideoGenerationRequest.safeParse(request);
  return error === undefined ? 'accepted' : validationError(error.issues, request).message;
}

const video = (input: object, rest: object = {}) => ({
  model: 'video-2-0',
  input: { prompt: 'a', ...input },
  ...rest,
});

test('all problems of a body are named at once, one sentence a field', () => {
  const message = readMessage(video({ duration: 16, seed: 1.5 }, { model: 1, callback_url: 'ftp://a' }));
  expect(message.split('; ').map((problem) => problem.split(':')[0])).toEqual([
    ...['model', 'input.duration', 'input.seed', 'callback_url'],
  ]);
});

const ANYTHING = [
  null,
  true,
  '',
  -1,
  1.5,
  1e308,
  'x',
  [],
  [1],
  ['x'],
  [null],
  {},
  { a: 1 },
  Array(10).fill(URL_1),
];
const SETTINGS = [
  ...['prompt', 'generation_type', 'image_urls', 'video_urls', 'audio_urls', 'duration', 'aspect_ratio'],
  ...['resolution', 'generate_audio', 'watermark', 'web_search', 'return_last_frame', 'seed'],
];
const BODIES = [
  ...[undefined, ...ANYTHING].map((body) => ['body', body] as const),
  ...['model', 'callback_url', 'input'].flatMap((field) =>
    ANYTHING.map((value) => [field, video({}, { [field]: value })] as const),
  ),
  ...['text-to-video', 'image-to-video', 'reference-to-video'].flatMap((generation_type) =>
    SETTINGS.flatMap((field) =>
      ANYTHING.map((value) => {
        const image_urls = generation_type === 'text-to-video' ? [] : [URL_1];
        return [`input.${field}`, video({ generation_type, image_urls, [field]: value })] as const;
      }),
    ),
  ),
];

test('a rejection names the field and what is allowed, and nothing else, for any value of the field', () => {
  let refused = 0;
  for (const [field, body] of BODIES) {
    const message = readMessage(body as object);
    if (message === 'accepted') continue;
    refused += 1;
    // A problem is reported at the field, at an item of it, or at the object that then requires another field.
    const [parent] = field.split('.');
    const location = `(${field}(\\.\\w+)?|${parent}|model|input)`;
    expect(message).toMatch(new RegExp(`^(${location}: (is required|must .+)(; |$))+$`));
    expect(message).not.toMatch(/oneOf|anyOf|schema|Invalid|undefined|expected/);
  }
  expect(refused).toBeGreaterThan(350);
});

test('RES-24 accepts each of the 160 combinations of materials, or refuses it with the reason', () => {
  const listCounts = (count: number) => Array.from({ length: count + 1 }, (_, index) => index);
  for (const images of listCounts(9)) {
    for (const videos of listCounts(3)) {
      for (const audios of listCounts(3)) {
        const [image_urls, video_urls, audio_urls] = [images, videos, audios].map((count) =>
          Array(count).fill(URL_1),
        );
        const given = readMessage(
          video({ generation_type: 'reference-to-video', image_urls, video_urls, audio_urls }),
        );
        const sum = images + videos + audios;
        expect(given, `${images} ${videos} ${audios}`).toBe(createMessage(images + videos, sum));
      }
    }
  }
});

function createMessage(references: number, sum: number): string {
  if (references === 0) return 'input: must contain at least 1 URL in image_urls or video_urls';
  if (sum <= 12) return 'accepted';
  return `input: must contain at most 12 URLs in image_urls, video_urls, audio_urls together (got ${sum})`;
}

test('the first twenty of a thousand problems of a body are reported', () => {
  const wrong = Array(1000).fill(1);
  const lists = { image_urls: wrong, video_urls: wrong, audio_urls: wrong };
  const scalars = { prompt: 1, seed: -2, duration: 'a', resolution: 1, aspect_ratio: 1, callback_url: 1 };
  const message = readMessage(video({ generation_type: 'reference-to-video', ...lists, ...scalars }));
  expect(message.split('; ')).toHaveLength(21);
  expect(message).toMatch(/; and \d+ more$/);
});
