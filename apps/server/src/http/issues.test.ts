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
    'input: takes at least 1 URL in image_urls or video_urls',
  ],
  [
    'RES-22',
    video({ generation_type: 'reference-to-video', image_urls: [] }),
    'input: takes at least 1 URL in image_urls or video_urls',
  ],
  [
    'RES-22',
    video({ generation_type: 'reference-to-video', image_urls: [], video_urls: [], seed: -2 }),
    'input: takes at least 1 URL in image_urls or video_urls; input.seed: takes at least -1, got -2',
  ],
  [
    'RES-8',
    video({ generation_type: 'reference-to-video', image_urls: ['x'] }),
    'input.image_urls.0: takes an http or https URL, got "x"',
  ],
  [
    'RES-9',
    video({ generation_type: 'reference-to-video', image_urls: 'x', video_urls: [] }),
    'input.image_urls: takes an array, got "x"',
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

test('RES-3 RES-5 PUR-5 whatever a field holds, a refusal names its place and what it takes, and nothing else', () => {
  let refused = 0;
  for (const [field, body] of BODIES) {
    const message = messageFor(body as object);
    if (message === 'accepted') continue;
    refused += 1;
    // What is wrong with a field is told at it, at an item of it, or at the object that needs another field then.
    const [parent] = field.split('.');
    const place = `(${field}(\\.\\w+)?|${parent}|model|input)`;
    expect(message).toMatch(new RegExp(`^(${place}: (is required|.*takes .+)(; |$))+$`));
    expect(message).not.toMatch(/oneOf|anyOf|schema|Invalid|undefined|expected/);
  }
  expect(refused).toBeGreaterThan(350);
});

test('of a body with a thousand problems the first twenty are told', () => {
  const wrong = Array(1000).fill(1);
  const lists = { image_urls: wrong, video_urls: wrong, audio_urls: wrong };
  const scalars = { prompt: 1, seed: -2, duration: 'a', resolution: 1, aspect_ratio: 1, callback_url: 1 };
  const message = messageFor(video({ generation_type: 'reference-to-video', ...lists, ...scalars }));
  expect(message.split('; ')).toHaveLength(21);
  expect(message).toMatch(/; and \d+ more$/);
});
