import { readFileSync } from 'node:fs';
import { InvalidArgumentError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { convertOptions } from './convert-options.ts';

type Options = Parameters<typeof convertOptions>[0];

const url = (path: string) => ({ type: 'url' as const, url: `https://media.example.com/${path}` });
const PLAIN: Options = {
  prompt: 'a tide',
  n: 1,
  aspectRatio: undefined,
  resolution: undefined,
  duration: undefined,
  fps: undefined,
  seed: undefined,
  image: undefined,
  frameImages: undefined,
  inputReferences: undefined,
  generateAudio: undefined,
  providerOptions: {},
};
const TEXT = { prompt: 'a tide', generation_type: 'text-to-video' };

test.each<[string, Partial<Options>, object]>([
  ['no option', {}, TEXT],
  [
    'duration, seed and audio',
    { duration: 7, seed: 3, generateAudio: false },
    { ...TEXT, duration: 7, seed: 3, generate_audio: false },
  ],
  ['an aspect ratio', { aspectRatio: '21:9' }, { ...TEXT, aspect_ratio: '21:9' }],
  ['a size', { resolution: '1920x1080' }, { ...TEXT, resolution: '1080p', aspect_ratio: '16:9' }],
  [
    'a size beside an aspect ratio, which wins',
    { resolution: '1280x720', aspectRatio: '4:3' },
    { ...TEXT, resolution: '720p', aspect_ratio: '4:3' },
  ],
  [
    'options of the service',
    { providerOptions: { keyframe: { watermark: true, webSearch: true, returnLastFrame: true } } },
    { ...TEXT, watermark: true, web_search: true, return_last_frame: true },
  ],
  ['options of other providers', { providerOptions: { fal: { loop: true } } }, TEXT],
  [
    'an image',
    { image: url('a.png') },
    { prompt: 'a tide', generation_type: 'image-to-video', image_urls: ['https://media.example.com/a.png'] },
  ],
  [
    'both frames, in any order',
    {
      frameImages: [
        { image: url('b.png'), frameType: 'last_frame' },
        { image: url('a.png'), frameType: 'first_frame' },
      ],
    },
    {
      prompt: 'a tide',
      generation_type: 'image-to-video',
      image_urls: ['https://media.example.com/a.png', 'https://media.example.com/b.png'],
    },
  ],
  [
    'references by media type, then by extension',
    {
      inputReferences: [{ ...url('a'), mediaType: 'video/mp4' }, url('b.MP4?x=.png'), url('c.mp3'), url('d')],
    },
    {
      prompt: 'a tide',
      generation_type: 'reference-to-video',
      image_urls: ['https://media.example.com/d'],
      video_urls: ['https://media.example.com/a', 'https://media.example.com/b.MP4?x=.png'],
      audio_urls: ['https://media.example.com/c.mp3'],
    },
  ],
])('RES-4 converts %s', (_, options, expected) => {
  expect(convertOptions({ ...PLAIN, ...options })).toEqual({ input: expected, warnings: [] });
});

test.each<[keyof Options, Partial<Options>]>([
  ['n', { n: 2 }],
  ['fps', { fps: 24 }],
  ['resolution', { resolution: '100x100' }],
  ['resolution', { resolution: '1000x720' }],
])('warns about an unsupported %s and omits it', (feature, options) => {
  const { input, warnings } = convertOptions({ ...PLAIN, ...options });
  expect(input).toEqual(TEXT);
  expect(warnings).toMatchObject([{ type: 'unsupported', feature }]);
});

test.each<[string, Partial<Options>, RegExp]>([
  ['media as data', { image: { type: 'file', mediaType: 'image/png', data: 'AAAA' } }, /upload the file/],
  [
    'a last frame alone',
    { frameImages: [{ image: url('b'), frameType: 'last_frame' }] },
    /without a first frame/,
  ],
  ['frames beside references', { image: url('a'), inputReferences: [url('b')] }, /beside inputReferences/],
])('rejects %s before it costs anything', (_, options, message) => {
  const convert = () => convertOptions({ ...PLAIN, ...options });
  expect(convert).toThrow(UnsupportedFunctionalityError);
  expect(convert).toThrow(message);
});

test.each<[string, Record<string, string | boolean>, RegExp]>([
  [
    'an unknown option',
    { loop: true },
    /keyframe\.loop must be one of watermark, webSearch, returnLastFrame/,
  ],
  ['a value that is not a boolean', { watermark: 'yes' }, /keyframe\.watermark must be .* and true or false/],
])('rejects %s of the service', (_, keyframe, message) => {
  const convert = () => convertOptions({ ...PLAIN, providerOptions: { keyframe } });
  expect(convert).toThrow(InvalidArgumentError);
  expect(convert).toThrow(message);
});

/** All options of the SDK. A new one does not compile until it is listed here: convert it, and document it. */
const DOCUMENTED: { readonly [name in keyof Required<Options>]: true } = {
  prompt: true,
  n: true,
  aspectRatio: true,
  resolution: true,
  duration: true,
  fps: true,
  seed: true,
  image: true,
  frameImages: true,
  inputReferences: true,
  generateAudio: true,
  providerOptions: true,
  abortSignal: true,
  headers: true,
};

test.each(Object.keys(DOCUMENTED))('the table of the readme has the option %s', (name) => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.flatMap((row) => row.split('|')[1]?.match(/(?<=`)\w+(?=[.`])/g) ?? []);
  expect(names).toContain(name);
});
