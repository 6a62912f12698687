import type { VideoGenerationRequest } from '@keyframe/client';
import { expect, test } from 'vitest';
import { download, silentWav, useGenerations } from './generations.ts';

type Input = VideoGenerationRequest['input'];

const PROMPT = 'a red sun sinking into a calm sea';
/** A reference that the mode ignores is not even fetched. */
const UNREACHABLE = 'https://example.invalid/video.mp4';

const { harness, generate, generateResult } = useGenerations();

test('images, videos and audios serve as references', {
  meta: { requirements: ['RES-8', 'RES-9', 'RES-10', 'RES-20', 'RES-21', 'RES-23'] },
}, async () => {
  const { results, last_frame_url } = await generateResult({
    prompt: PROMPT,
    duration: 4,
    return_last_frame: true,
  });
  const { receiver } = harness();
  const image = receiver.serve('/image.png', await download(last_frame_url));
  const video = receiver.serve('/video.mp4', await download(results[0]));
  const audio = receiver.serve('/audio.wav', { type: 'audio/wav', bytes: silentWav(2) });
  const settings = { prompt: PROMPT, duration: 4 } as const;
  const inputs: Input[] = [
    { ...settings, generation_type: 'image-to-video', image_urls: [image] },
    { ...settings, generation_type: 'image-to-video', image_urls: [image, image], video_urls: [UNREACHABLE] },
    { ...settings, generation_type: 'reference-to-video', image_urls: [image] },
    { ...settings, generation_type: 'reference-to-video', video_urls: [video] },
    { ...settings, generation_type: 'reference-to-video', image_urls: [image], video_urls: [video] },
    { ...settings, generation_type: 'reference-to-video', image_urls: [image], audio_urls: [audio] },
    { ...settings, generation_type: 'reference-to-video', video_urls: [video], audio_urls: [audio] },
    {
      ...settings,
      generation_type: 'reference-to-video',
      image_urls: [image, image],
      video_urls: [video],
      audio_urls: [audio],
    },
  ];
  const tasks = await Promise.all(inputs.map((input) => generate(input)));
  expect(tasks.map(({ status, failed_reason }) => [status, failed_reason])).toEqual(
    inputs.map(() => ['completed', null]),
  );
});
