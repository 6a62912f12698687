import { VideoGenerationRequest } from '@keyframe/contract/hono';
import { expect, test } from 'vitest';
import { describeIssues } from './issues.ts';

const URL_1 = 'https://media.example/1.png';

function messageFor(request: object): string {
  const { error } = VideoGenerationRequest.safeParse(request);
  return error === undefined ? 'accepted' : describeIssues(error.issues, request).message;
}

const video = (input: object, rest: object = {}) => ({
  model: 'video-2-0',
  input: { prompt: 'a', ...input },
  ...rest,
});

test.each([
  ['RES-3', {}, /^model: is required; input: is required$/],
  ['RES-3', video({}, { model: 'gpt' }), 'model: takes video-2-0, video-2-0-fast, video-2-0-mini, got "gpt"'],
  [
    'RES-4',
    video({}, { callback_url: 'http://a.example' }),
    'callback_url: takes an https URL, got "http://a.example"',
  ],
  ['RES-5', { model: 'video-2-0', input: [] }, /^input: takes an object, got 0 items$/],
  ['RES-6', video({ prompt: '' }), 'input.prompt: takes at least 1 character, got ""'],
  ['RES-6', video({ prompt: 7 }), 'input.prompt: takes a string, got 7'],
  ['RES-8', video({ prompt: ['a'] }), 'input.prompt: takes a string, got 1 item'],
  ['RES-6', { model: 'video-2-0', input: {} }, 'input.prompt: is required'],
  [
    'RES-7',
    video({ generation_type: 'x' }),
    /^input.generation_type: takes text-to-video, image-to-video, reference-to-video, got "x"$/,
  ],
  ['RES-8', video({ image_urls: 'x' }), 'input.image_urls: takes an array, got "x"'],
  ['RES-11', video({ duration: 3 }), 'input.duration: takes 4 to 15, got 3'],
  ['RES-13', video({ resolution: '8k' }), 'input.resolution: takes 480p, 720p, 1080p, 4k, got "8k"'],
  ['RES-14', video({ generate_audio: 'yes' }), 'input.generate_audio: takes a boolean, got "yes"'],
  ['RES-18', video({ seed: -0.5 }), 'input.seed: takes an integer, got -0.5'],
  ['RES-18', video({ seed: -2 }), 'input.seed: takes at least -1, got -2'],
  ['RES-18', video({ seed: 4_294_967_296 }), 'input.seed: takes at most 4294967295, got 4294967296'],
  ['RES-20', video({ generation_type: 'image-to-video' }), 'input.image_urls: is required'],
  [
    'RES-20',
    video({ generation_type: 'image-to-video', image_urls: [] }),
    'input.image_urls: image-to-video takes 1 or 2 URLs, got 0',
  ],
  [
    'RES-20',
    video({ generation_type: 'image-to-video', image_urls: [URL_1, URL_1, URL_1] }),
    'input.image_urls: image-to-video takes 1 or 2 URLs, got 3',
  ],
  [
    'RES-10',
    video({
      generation_type: 'reference-to-video',
      image_urls: [URL_1],
      audio_urls: [URL_1, URL_1, URL_1, URL_1],
    }),
    'input.audio_urls: takes at most 3 items, got 4 items',
  ],
  [
    'RES-22',
    video({ generation_type: 'reference-to-video', audio_urls: [URL_1] }),
    'input: takes image_urls or video_urls',
  ],
])('%s a wrong body %j is refused with its place and what is allowed', (_, request, message) => {
  const given = messageFor(request);
  if (typeof message === 'string') expect(given).toBe(message);
  else expect(given).toMatch(message);
});

test('all problems of a body are named at once, one sentence a place', () => {
  const message = messageFor(video({ duration: 16, seed: 1.5 }, { model: 1, callback_url: 'ftp://a' }));
  expect(message.split('; ').map((problem) => problem.split(':')[0])).toEqual([
    ...['model', 'callback_url', 'input.duration', 'input.seed'],
  ]);
});
