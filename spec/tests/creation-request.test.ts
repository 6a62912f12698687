import { expect, test } from 'vitest';
import { conforms, contract, isValid, operation } from './contract.ts';

const IMAGE = 'https://media.example.com/image.png';
const VIDEO = 'https://media.example.com/video.mp4';
const AUDIO = 'https://media.example.com/audio.mp3';

function accepts(body: unknown): boolean {
  return conforms('VideoGenerationRequest', body);
}

function acceptsInput(input: Record<string, unknown>): boolean {
  return accepts({ model: 'video-2-0', input: { prompt: 'A paper boat', ...input } });
}

/** Asserts which values of one input field are accepted, in a mode that takes it. */
function expectField(field: string, values: { accepted: unknown[]; refused: unknown[] }): void {
  for (const value of values.accepted) {
    expect(acceptsInput({ [field]: value }), `accepts ${JSON.stringify(value)}`).toBe(true);
  }
  for (const value of values.refused) {
    expect(acceptsInput({ [field]: value }), `refuses ${JSON.stringify(value)}`).toBe(false);
  }
}

/** Finds the default of an input field in text-to-video, which takes every setting. */
function findDefault(field: string): unknown {
  const { allOf } = contract.components.schemas.TextToVideoInput as {
    allOf: { properties: Record<string, { default: unknown }> }[];
  };
  return allOf.find(({ properties }) => field in properties)?.properties[field]?.default;
}

test.each(['video-2-0', 'video-2-0-fast', 'video-2-0-mini'])('PUR-4 %s takes three modes', (model) => {
  for (const mode of [
    { generation_type: 'text-to-video' },
    { generation_type: 'image-to-video', image_urls: [IMAGE] },
    { generation_type: 'reference-to-video', video_urls: [VIDEO] },
  ]) {
    expect(accepts({ model, input: { prompt: 'x', ...mode } }), mode.generation_type).toBe(true);
  }
});

test('RES-3 model is required and one of three', () => {
  const input = { prompt: 'x' };
  expect(accepts({ model: 'video-2-0-mini', input })).toBe(true);
  for (const body of [
    { input },
    { model: 'video-3-0', input },
    { model: null, input },
    { model: '', input },
  ]) {
    expect(accepts(body)).toBe(false);
  }
});

test('RES-4 callback_url is an optional HTTPS URL', () => {
  const body = { model: 'video-2-0', input: { prompt: 'x' } };
  expect(accepts(body)).toBe(true);
  for (const callback_url of [
    'https://app.example.com/hooks?source=keyframe',
    'HTTPS://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:/a@b',
    'https://[2606:4700::1111]:443/',
    `https://app.example.com/${'a'.repeat(2_024)}`,
  ]) {
    expect(accepts({ ...body, callback_url }), callback_url).toBe(true);
  }
  for (const callback_url of [
    'http://app.example.com/hooks',
    'app.example.com',
    'https://',
    'https:///hooks',
    'https://a b',
    'https://user@app.example.com/',
    'https://user:password@app.example.com/',
    'https://app.example.com./',
    'https://app.example.com.:443/',
    'https://app.example.com:0/',
    'https://app.example.com:00443/',
    'https://app.example.com:123456/',
    `https://app.example.com/${'a'.repeat(2_025)}`,
    '',
    null,
    1,
  ]) {
    expect(accepts({ ...body, callback_url }), String(callback_url)).toBe(false);
  }
});

test('RES-5 input is required and an object', () => {
  for (const body of [{}, { input: null }, { input: 'x' }, { input: [] }, { input: [{ prompt: 'x' }] }]) {
    expect(accepts({ model: 'video-2-0', ...body }), JSON.stringify(body)).toBe(false);
  }
});

test('RES-6 prompt is a required, non-empty string, in every mode', () => {
  expectField('prompt', {
    accepted: ['x', ' ', '影', '🎬', 'a\nb', '\u{10FFFF}', 'x'.repeat(262_000)],
    refused: ['', null, 1, ['x'], undefined, 'a\0'],
  });
  for (const mode of [
    { generation_type: 'text-to-video' },
    { generation_type: 'image-to-video', image_urls: [IMAGE] },
    { generation_type: 'reference-to-video', image_urls: [IMAGE] },
  ]) {
    expect(accepts({ model: 'video-2-0', input: mode })).toBe(false);
  }
});

test('RES-6 the pattern of the prompt decides alike in engines that read code units and in those that read code points', () => {
  const { allOf } = contract.components.schemas.TextToVideoInput as {
    allOf: { properties: Record<string, { pattern: string }> }[];
  };
  const source = allOf.find(({ properties }) => 'prompt' in properties)?.properties.prompt?.pattern ?? '';
  for (const flags of ['', 'u']) {
    const pattern = new RegExp(source, flags);
    for (const text of ['a', '🎬', '', 'x\u{10FFFF}']) expect(pattern.test(text), text).toBe(true);
    for (const text of ['\0', 'a\0🎬']) expect(pattern.test(text), JSON.stringify(text)).toBe(false);
  }
});

test('rejects an object or array of more than 1,000 members', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
  expect(accepts({ model: 'video-2-0', input: { prompt: 'x' }, ...members(998) })).toBe(true);
  expect(accepts({ model: 'video-2-0', input: { prompt: 'x' }, ...members(999) })).toBe(false);
  expect(acceptsInput(members(999))).toBe(true);
  expect(acceptsInput(members(1_000))).toBe(false);
  for (const field of ['image_urls', 'video_urls', 'audio_urls']) {
    expect(acceptsInput({ [field]: Array(1_000).fill(IMAGE) })).toBe(true);
    expect(acceptsInput({ [field]: Array(1_001).fill(IMAGE) })).toBe(false);
  }
});

test('RES-7 generation_type is one of three modes, text-to-video by default', () => {
  expectField('generation_type', {
    accepted: ['text-to-video'],
    refused: ['video-to-video', '', null, 'Text-To-Video', 'image-to-video', 'reference-to-video'],
  });
  expect(acceptsInput({})).toBe(true);
  expect(findDefault('generation_type')).toBe('text-to-video');
});

test.each([
  { mode: 'image-to-video', most: 2 },
  { mode: 'reference-to-video', most: 9 },
])('RES-8 image_urls of $mode takes 1 to $most URLs', ({ mode, most }) => {
  const accepted = (image_urls: unknown) => acceptsInput({ generation_type: mode, image_urls });
  expect(accepted([IMAGE])).toBe(true);
  expect(accepted(Array(most).fill(IMAGE))).toBe(true);
  expect(accepted(Array(most + 1).fill(IMAGE))).toBe(false);
  for (const image_urls of [
    [],
    IMAGE,
    null,
    ['image.png'],
    ['ftp://media.example.com/a'],
    ['https://user@media.example.com/a'],
    ['https://media.example.com./a'],
    ['https://media.example.com:0/a'],
    [`https://media.example.com/${'a'.repeat(2_023)}`],
    ['https://'],
    [1],
  ]) {
    expect(accepted(image_urls), JSON.stringify(image_urls)).toBe(false);
  }
});

test.each([
  { id: 'RES-9', field: 'video_urls', url: VIDEO },
  { id: 'RES-10', field: 'audio_urls', url: AUDIO },
])('$id $field of reference-to-video takes up to 3 URLs', ({ field, url }) => {
  const accepted = (urls: unknown) =>
    acceptsInput({ generation_type: 'reference-to-video', image_urls: [IMAGE], [field]: urls });
  for (let count = 0; count <= 3; count++) expect(accepted(Array(count).fill(url))).toBe(true);
  for (const urls of [Array(4).fill(url), url, null, ['a.mp4'], [1]]) {
    expect(accepted(urls), JSON.stringify(urls)).toBe(false);
  }
});

test('materials are empty by default', { meta: { requirements: ['RES-8', 'RES-9', 'RES-10'] } }, () => {
  for (const field of ['image_urls', 'video_urls', 'audio_urls']) expect(findDefault(field)).toEqual([]);
});

test('RES-11 duration is an integer from 4 to 15, 5 by default', () => {
  expectField('duration', {
    accepted: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    refused: [3, 16, 0, -5, 4.5, '5', null],
  });
  expect(findDefault('duration')).toBe(5);
});

test('RES-12 aspect_ratio is one of seven, adaptive by default', () => {
  expectField('aspect_ratio', {
    accepted: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'],
    refused: ['2:1', '16x9', '', 'auto', null, 1],
  });
  expect(findDefault('aspect_ratio')).toBe('adaptive');
});

test('RES-13 resolution is one of four, 720p by default', () => {
  expectField('resolution', {
    accepted: ['480p', '720p', '1080p', '4k'],
    refused: ['8k', '4K', '720', 720, null],
  });
  expect(findDefault('resolution')).toBe('720p');
});

test.each([
  { id: 'RES-14', field: 'generate_audio', byDefault: true },
  { id: 'RES-15', field: 'watermark', byDefault: false },
  { id: 'RES-16', field: 'web_search', byDefault: false },
  { id: 'RES-17', field: 'return_last_frame', byDefault: false },
])('$id $field is a boolean, $byDefault by default', ({ field, byDefault }) => {
  expectField(field, { accepted: [true, false], refused: ['true', 1, 0, null] });
  expect(findDefault(field)).toBe(byDefault);
});

test('RES-18 seed is -1 or an integer from 0 to 4294967295, -1 by default', () => {
  expectField('seed', { accepted: [-1, 0, 1, 4294967295], refused: [-2, 4294967296, 0.5, '1', null] });
  expect(findDefault('seed')).toBe(-1);
});

test('RES-19 text-to-video needs the prompt only and ignores materials', () => {
  expect(acceptsInput({})).toBe(true);
  expect(
    acceptsInput({
      image_urls: Array(10).fill(IMAGE),
      video_urls: Array(4).fill(VIDEO),
      audio_urls: [AUDIO],
    }),
  ).toBe(true);
});

test('RES-20 image-to-video requires an array of 1 or 2 images', () => {
  const accepted = (fields: object) => acceptsInput({ generation_type: 'image-to-video', ...fields });
  expect(accepted({ image_urls: [IMAGE] })).toBe(true);
  expect(accepted({ image_urls: [IMAGE, IMAGE] })).toBe(true);
  expect(accepted({ image_urls: [IMAGE], video_urls: Array(4).fill(VIDEO), audio_urls: [AUDIO] })).toBe(true);
  for (const fields of [
    {},
    { image_urls: [] },
    { image_urls: IMAGE },
    { image_urls: [IMAGE, IMAGE, IMAGE] },
  ]) {
    expect(accepted(fields), JSON.stringify(fields)).toBe(false);
  }
});

test.each([
  { given: 'nothing', materials: {} },
  { given: 'empty arrays', materials: { image_urls: [], video_urls: [], audio_urls: [] } },
  { given: 'audio alone', materials: { audio_urls: [AUDIO] } },
  { given: 'audio and empty arrays', materials: { image_urls: [], video_urls: [], audio_urls: [AUDIO] } },
])('RES-22 reference-to-video refuses $given', ({ materials }) => {
  expect(acceptsInput({ generation_type: 'reference-to-video', ...materials })).toBe(false);
});

test.each([
  { materials: { image_urls: [IMAGE] } },
  { materials: { video_urls: [VIDEO] } },
  { materials: { image_urls: [IMAGE], video_urls: [VIDEO] } },
  { materials: { image_urls: [IMAGE], audio_urls: [AUDIO] } },
  { materials: { video_urls: [VIDEO], audio_urls: [AUDIO] } },
  { materials: { image_urls: [IMAGE], video_urls: [VIDEO], audio_urls: [AUDIO] } },
])('RES-23 reference-to-video accepts $materials', ({ materials }) => {
  expect(acceptsInput({ generation_type: 'reference-to-video', ...materials })).toBe(true);
});

test('RES-24 each of the 160 combinations of up to 9 images, 3 videos and 3 audios is accepted up to 12 materials', () => {
  const numbers = (count: number) => Array.from({ length: count + 1 }, (_, index) => index);
  const combinations = numbers(9).flatMap((images) =>
    numbers(3).flatMap((videos) => numbers(3).map((audios) => ({ images, videos, audios }))),
  );
  expect(combinations).toHaveLength(160);
  const decided = combinations.map(({ images, videos, audios }) => ({
    images,
    videos,
    audios,
    accepted: acceptsInput({
      generation_type: 'reference-to-video',
      image_urls: Array(images).fill(IMAGE),
      video_urls: Array(videos).fill(VIDEO),
      audio_urls: Array(audios).fill(AUDIO),
    }),
  }));
  expect(decided).toEqual(
    combinations.map(({ images, videos, audios }) => ({
      images,
      videos,
      audios,
      accepted: images + videos > 0 && images + videos + audios <= 12,
    })),
  );
});

test('an unknown field is accepted at every level', () => {
  expect(accepts({ model: 'video-2-0', input: { prompt: 'x', mood: 'calm' }, trace: { id: 1 } })).toBe(true);
});

test('Idempotency-Key is an optional header of 1 to 255 printable characters', () => {
  const key = operation('createVideoGeneration').parameters?.find(({ name }) => name === 'Idempotency-Key');
  expect(key).toMatchObject({ in: 'header', required: false });
  const accepted = (value: string) => isValid(key?.schema ?? {}, value);
  for (const value of ['a', 'order 17', 'x'.repeat(255)]) expect(accepted(value)).toBe(true);
  for (const value of ['', 'x'.repeat(256), 'tab\there', 'é']) expect(accepted(value)).toBe(false);
});
