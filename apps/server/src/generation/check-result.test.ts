import { rm, writeFile } from 'node:fs/promises';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { expect, test } from 'vitest';
import { sampleMp4, samplePng } from '../../tests/support/sample-media.ts';
import { checkResult } from './check-result.ts';

const file = useScratchFolder();

/** Checks files of these bytes as a provider's; undefined is no file. */
async function check(video: Uint8Array, lastFrame: Uint8Array | undefined) {
  const paths = { videoPath: file('video'), lastFramePath: file('frame'), references: file('references') };
  await writeFile(paths.videoPath, video);
  if (lastFrame === undefined) await rm(paths.lastFramePath, { force: true });
  else await writeFile(paths.lastFramePath, lastFrame);
  const work = { ...paths, [Symbol.asyncDispose]: async () => {} };
  return checkResult(work, { hasLastFrame: true }).catch((error: unknown) => error);
}

test('a whole video and a whole frame pass', async () => {
  expect(await check(await sampleMp4(1), await samplePng())).toBeUndefined();
});

test.each([
  { what: 'no frame at all', change: () => undefined },
  { what: 'an empty frame', change: () => Buffer.alloc(0) },
  { what: 'a frame cut short', change: (png: Buffer) => png.subarray(0, -5) },
  {
    what: 'a frame that is no PNG',
    change: (png: Buffer) => Buffer.concat([Buffer.alloc(8), png.subarray(8)]),
  },
])('$what is the fault of the provider', async ({ change }) => {
  expect(await check(await sampleMp4(1), change(await samplePng()))).toMatchObject({
    reason: 'provider_failed',
    message: "The provider's last frame is missing or broken.",
  });
});
