import { expect, test } from 'vitest';
import { isKeyframeError } from '../index.ts';
import { InvalidFieldsError } from './invalid-fields-error.ts';
import { parseVideoRequest } from './parse-video-request.ts';

const URL_1 = 'https://media.example/1.png';
const video = (input: object, rest: object = {}) => ({
  model: 'video-2-0',
  input: { prompt: 'a', ...input },
  ...rest,
});

function messageOf(values: Parameters<typeof parseVideoRequest>[0]): string {
  try {
    parseVideoRequest(values);
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('a form gives numbers, switches and lists as texts, and empty fields for nothing', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['model', 'video-2-0-fast'],
    ['callback_url', ''],
    ['prompt', 'a calm sea'],
    ['generation_type', 'image-to-video'],
    ['image_urls', URL_1],
    ['image_urls', ''],
    ['duration', '8'],
    ['seed', '-1'],
    ['watermark', 'on'],
    ['generate_audio', 'false'],
    ['resolution', ''],
  ] as const) {
    form.append(name, value);
  }
  expect(parseVideoRequest(form)).toEqual({
    model: 'video-2-0-fast',
    input: {
      prompt: 'a calm sea',
      generation_type: 'image-to-video',
      image_urls: [URL_1],
      duration: 8,
      seed: -1,
      watermark: true,
      generate_audio: false,
    },
  });
  expect(parseVideoRequest(new URLSearchParams({ model: 'video-2-0', prompt: 'a' }))).toEqual({
    model: 'video-2-0',
    input: { prompt: 'a' },
  });
});

test('materials that the mode ignores, and fields that nobody knows, are left out', () => {
  expect(parseVideoRequest(video({ image_urls: [URL_1], unknown: 1 }))).toEqual(video({}));
});

const image = (image_urls: unknown) => video({ generation_type: 'image-to-video', image_urls });
const references = (lists: object) => video({ generation_type: 'reference-to-video', ...lists });

test.each([
  [{}, 'model: is required; input.prompt: is required'],
  [
    { ...video({}), model: 'gpt' },
    'model: must be one of video-2-0, video-2-0-fast, video-2-0-mini (got "gpt")',
  ],
  [video({ prompt: '' }), 'input.prompt: must be a non-empty string (got "")'],
  [video({ duration: 3 }), 'input.duration: must be an integer between 4 and 15 (got 3)'],
  [video({ duration: '4.5' }), 'input.duration: must be an integer between 4 and 15 (got "4.5")'],
  [video({ watermark: 'yes' }), 'input.watermark: must be true or false (got "yes")'],
  [video({ seed: {} }), 'input.seed: must be an integer between -1 and 4294967295 (got an object)'],
  [
    video({}, { callback_url: 'http://a.example' }),
    'callback_url: must be an absolute https URL (got "http://a.example")',
  ],
  [image(undefined), 'input.image_urls: is required'],
  [image([]), 'input.image_urls: is required'],
  [image([URL_1, URL_1, URL_1]), 'input.image_urls: must contain at most 2 items (got 3)'],
  [image(['a.png']), 'input.image_urls: must be an absolute http or https URL (got "a.png")'],
  [references({}), 'input: must contain at least 1 URL in image_urls or video_urls'],
  [references({ audio_urls: [URL_1] }), 'input: must contain at least 1 URL in image_urls or video_urls'],
  [
    references({ image_urls: Array(9).fill(URL_1), video_urls: Array(3).fill(URL_1), audio_urls: [URL_1] }),
    'input: must contain at most 12 URLs together (got 13)',
  ],
])('%j is refused by name', (values, message) => {
  expect(messageOf(values)).toBe(message);
});

test('every problem has a pointer to its field, and the first is the one of the error', () => {
  try {
    parseVideoRequest(video({ duration: 3, seed: 'x' }, { model: 1 }));
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof InvalidFieldsError)) throw error;
    expect(error.problems.map(({ param }) => param)).toEqual(['/model', '/input/duration', '/input/seed']);
    expect([error.code, error.param, isKeyframeError(error)]).toEqual(['invalid_fields', '/model', true]);
  }
});
