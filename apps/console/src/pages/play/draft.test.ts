import { expect, test } from 'vitest';
import { buildRequest, type Draft, FIRST_DRAFT, findProblems } from './draft.ts';
import { AUDIOS, FRAMES, IMAGES, MOST_MATERIALS, VIDEOS } from './limits.ts';

const URL = 'https://media.example.com/a.png';
const draft = (change: Partial<Draft>): Draft => ({ ...FIRST_DRAFT, prompt: 'a boat', ...change });
const references = (change: Partial<Draft>) => draft({ type: 'reference-to-video', images: [], ...change });

test('the limits equal those of the contract', () => {
  expect([FRAMES, IMAGES, VIDEOS, AUDIOS].map(({ most }) => most)).toEqual([2, 9, 3, 3]);
  expect(MOST_MATERIALS).toBe(12);
});

test('reports a problem for each request that the contract rejects', () => {
  const cases: [Draft, string][] = [
    [draft({ prompt: '' }), 'prompt'],
    [draft({ seed: '-2' }), 'seed'],
    [draft({ seed: '4294967296' }), 'seed'],
    [draft({ seed: '1.5' }), 'seed'],
    [draft({ callbackUrl: 'http://example.com' }), 'callbackUrl'],
    [draft({ type: 'image-to-video', frames: [''] }), 'materials'],
    [draft({ type: 'image-to-video', frames: ['ftp://example.com/a.png'] }), 'materials'],
    [references({}), 'materials'],
    [references({ audios: [URL] }), 'materials'],
    [references({ images: Array(9).fill(URL), videos: [URL, URL, URL], audios: [URL] }), 'materials'],
  ];
  for (const [wrong, field] of cases) expect(Object.keys(findProblems(wrong))).toEqual([field]);
});

test.each([
  draft({}),
  draft({ seed: '0', callbackUrl: 'https://example.com/hook' }),
  draft({ type: 'image-to-video', frames: [URL] }),
  draft({ type: 'image-to-video', frames: [URL, URL] }),
  references({ videos: [URL] }),
  references({ images: Array(9).fill(URL), videos: [URL, URL, URL] }),
  references({ images: [URL], audios: [URL] }),
])('a valid draft has no problems (%#)', (valid) => {
  expect(findProblems(valid)).toEqual({});
});

test('a request contains values that differ from the defaults, and only the materials of its mode', () => {
  expect(buildRequest(draft({ images: [URL], frames: [URL] }))).toEqual({
    model: 'video-2-0',
    input: { prompt: 'a boat' },
  });
  expect(buildRequest(draft({ type: 'image-to-video', frames: [URL, ' '], duration: 4, seed: '7' }))).toEqual(
    {
      model: 'video-2-0',
      input: { prompt: 'a boat', generation_type: 'image-to-video', image_urls: [URL], duration: 4, seed: 7 },
    },
  );
  const all = references({
    images: [URL],
    audios: [URL],
    generateAudio: false,
    callbackUrl: 'https://a.example/b',
  });
  expect(buildRequest(all)).toEqual({
    model: 'video-2-0',
    callback_url: 'https://a.example/b',
    input: {
      prompt: 'a boat',
      generation_type: 'reference-to-video',
      image_urls: [URL],
      audio_urls: [URL],
      generate_audio: false,
    },
  });
});
