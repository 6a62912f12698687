import { schemas } from '@keyframe/contract/hono';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { createMutants, type JsonValue } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { handWritten } from './hand-written.ts';

const contract = schemas.VideoGenerationRequest;
const references = (images: number, videos: number, audios: number) => ({
  model: 'video-2-0',
  input: {
    generation_type: 'reference-to-video',
    prompt: 'a boat',
    image_urls: Array.from({ length: images }, () => 'https://media.example.com/a.png'),
    video_urls: Array.from({ length: videos }, () => 'https://media.example.com/a.mp4'),
    audio_urls: Array.from({ length: audios }, () => 'https://media.example.com/a.mp3'),
  },
});
const valid: unknown[] = Object.values(document.components.examples)
  .map(({ value }) => value)
  .filter((value) => contract.safeParse(value).success);

test('the peer of the benchmark decides as the contract does', () => {
  const values = [
    ...valid,
    ...createMutants(valid as JsonValue[], { count: 5_000, seed: 1 }),
    ...Array.from({ length: 11 * 5 * 5 }, (_, index) =>
      references(index % 11, Math.floor(index / 11) % 5, Math.floor(index / 55)),
    ),
    ...['\0', '😀', ''].map((prompt) => ({ model: 'video-2-0', input: { prompt } })),
    ...['https://a.example./', 'https://u:p@a.example/', 'HTTPS://a.example', 'http://a.example/', 'x'].map(
      (callback_url) => ({ model: 'video-2-0', callback_url, input: { prompt: 'a boat' } }),
    ),
  ];
  const differing = values.filter(
    (value) => handWritten.safeParse(value).success !== contract.safeParse(value).success,
  );
  expect(valid.length).toBeGreaterThan(3);
  expect(differing).toEqual([]);
});
