import { expect, test } from 'vitest';
import { chooseFormat } from './render-format.ts';
import { sampleRequest } from './testing/sample-request.ts';

test.each([
  { resolution: '480p', aspectRatio: '16:9', width: 854, height: 480 },
  { resolution: '720p', aspectRatio: '16:9', width: 1280, height: 720 },
  { resolution: '720p', aspectRatio: '4:3', width: 960, height: 720 },
  { resolution: '720p', aspectRatio: '1:1', width: 720, height: 720 },
  { resolution: '720p', aspectRatio: '3:4', width: 720, height: 960 },
  { resolution: '720p', aspectRatio: '9:16', width: 720, height: 1280 },
  { resolution: '720p', aspectRatio: '21:9', width: 1680, height: 720 },
  { resolution: '1080p', aspectRatio: '16:9', width: 1920, height: 1080 },
  { resolution: '4k', aspectRatio: '16:9', width: 3840, height: 2160 },
  { resolution: '4k', aspectRatio: '9:16', width: 2160, height: 3840 },
] as const)(
  'RES-12 RES-13 $aspectRatio in $resolution is $width by $height',
  ({ resolution, aspectRatio, width, height }) => {
    const request = sampleRequest('', { resolution, aspectRatio, fidelity: 'full' });
    expect(chooseFormat(request, 1)).toMatchObject({ width, height });
  },
);

test('RES-12 adaptive takes the ratio it is given, up to 21:9 either way, with even sides', () => {
  const request = sampleRequest('', { aspectRatio: 'adaptive', resolution: '720p', fidelity: 'full' });
  expect(chooseFormat(request, 1.503)).toMatchObject({ width: 1082, height: 720 });
  expect(chooseFormat(request, 10)).toMatchObject({ width: 1680, height: 720 });
  expect(chooseFormat(request, 0.1)).toMatchObject({ width: 720, height: 1680 });
});

test.each([4, 5, 15])(
  'RES-11 %i seconds are a whole number of frames, in full and in preview',
  (durationSeconds) => {
    for (const fidelity of ['full', 'preview'] as const) {
      const { frameCount, framesPerSecond } = chooseFormat(
        sampleRequest('', { durationSeconds, fidelity }),
        1,
      );
      expect(frameCount / framesPerSecond).toBe(durationSeconds);
    }
  },
);

test('a preview keeps the ratio and has few pixels', () => {
  const format = chooseFormat(sampleRequest('', { resolution: '4k', aspectRatio: '21:9' }), 1);
  expect(format).toMatchObject({ width: 336, height: 144 });
});
