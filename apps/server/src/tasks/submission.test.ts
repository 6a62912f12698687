import type { VideoGenerationRequest } from '@keyframe/contract/hono';
import { expect, test } from 'vitest';
import { readTask, SubmissionRefusedError } from './submission.ts';

const input = {
  prompt: 'a lamp',
  duration: 5,
  aspect_ratio: '16:9',
  resolution: '720p',
  generate_audio: false,
  watermark: false,
  web_search: false,
  return_last_frame: false,
  image_urls: ['https://a.example/1.png'],
  video_urls: ['https://a.example/1.mp4'],
  audio_urls: ['https://a.example/1.mp3'],
};
const egress = { check: (url: string) => (url.includes('10.0.0.1') ? 'must be a public address' : null) };

function createRequest(overrides: object, callback?: string): VideoGenerationRequest {
  const request = { model: 'video-2-0', input: { ...input, ...overrides }, callback_url: callback };
  return request as unknown as VideoGenerationRequest;
}

test.each([
  ['text-to-video', []],
  ['image-to-video', ['image_urls']],
  ['reference-to-video', ['image_urls', 'video_urls', 'audio_urls']],
])('RES-19 RES-21 %s renders only the references of its mode', (generation_type, kinds) => {
  const { input: task } = readTask(egress, createRequest({ generation_type }));
  const references = {
    image_urls: task.image_urls,
    video_urls: task.video_urls,
    audio_urls: task.audio_urls,
  };
  const used = Object.entries(references).filter(([, urls]) => urls.length > 0);
  expect(used.map(([name]) => name)).toEqual(kinds);
});

test('RES-4 EVT-7 names each forbidden URL by its path in the body', () => {
  const request = createRequest(
    { generation_type: 'image-to-video', image_urls: ['https://a.example/1.png', 'http://10.0.0.1/2.png'] },
    'https://10.0.0.1/hook',
  );
  const listUrls = (within?: string[]) => {
    try {
      readTask(egress, request, within);
    } catch (error) {
      return error instanceof SubmissionRefusedError ? error.refusal : error;
    }
  };
  const message = 'must be a public address';
  expect(listUrls()).toEqual({
    kind: 'forbidden_urls',
    urls: [
      { path: ['callback_url'], message },
      { path: ['input', 'image_urls', 1], message },
    ],
  });
  expect(listUrls(['request'])).toMatchObject({ urls: [{ path: ['request', 'callback_url'] }, {}] });
});
