import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeFrames } from '@keyframe/local-renderer/testing';
import { colourInput, endlessWebm, makeMedia } from '@keyframe/media-process/testing';
import { eventually } from '@keyframe/test-kit';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { measureColor, PREVIEW_SIZE, useReferenceVideos } from '../../tests/support/reference-videos.ts';

const { file, generate, mixTone } = useReferenceVideos();

test('RES-23 reference-to-video shows the frames of H.264 in MP4', async () => {
  const codec = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  await makeMedia(file('clip.mp4'), [...colourInput('0xe02080', 2), ...codec]);
  const path = await generate('clip', { videoPaths: [file('clip.mp4')] });
  expect(await measureColor(path, [0xe0, 0x20, 0x80])).toBeGreaterThan(22);
});

test('RES-23 reference-to-video shows an image', async () => {
  const path = await generate('image', { imagePaths: [file('sunny.webp')] });
  expect(await measureColor(path, [0xf2, 0xb1, 0x34])).toBeGreaterThan(22);
});

test('RES-23 reference-to-video mixes in MP3', async () => {
  const { without, mixed } = await mixTone('tone.mp3', []);
  expect(mixed).toBeGreaterThan(0.05 + 10 * without);
});

test('a video that nothing here decodes is replaced, and leaves nothing behind', async () => {
  await makeMedia(file('old.mov'), [...colourInput('0xe02080', 1), '-c:v', 'cinepak']);
  const before = await readdir(dirname(file('x')));
  const path = await generate('old', { videoPaths: [file('old.mov')] });
  expect(await decodeFrames(path, PREVIEW_SIZE)).toHaveLength(32);
  const added = (await readdir(dirname(file('x')))).filter((name) => !before.includes(name));
  expect(added).toEqual(['old-out.mp4']);
});

test('OPEN-8 a reference that cannot be decoded within its limits fails the task and is named by position', async () => {
  await writeFile(file('endless.png'), Buffer.from('no image at all, but long enough'));
  const imagePaths = [file('sunny.webp'), file('endless.png')];
  await expect(generate('bad', { imagePaths })).rejects.toMatchObject({
    code: 'invalid_material',
    message: expect.stringMatching(/^input\.image_urls\.1 cannot be used .*it takes JPEG, PNG or WebP/),
  });
});

test('an abort ends the decoding of references at once', async () => {
  await writeFile(file('endless.webm'), endlessWebm());
  const stop = new AbortController();
  const reason = new Error('the server stops');
  const generating = generate('stopped', { videoPaths: [file('endless.webm')] }, stop.signal);
  await eventually('the decoding', () => process.getActiveResourcesInfo().includes('ProcessWrap'));
  stop.abort(reason);
  await expect(generating).rejects.toBe(reason);
});

test('no thread of the server loads what decodes images: its queue is that of DNS and of the database', async () => {
  await sharp({ create: { width: 32, height: 32, channels: 3, background: '#000000' } })
    .png()
    .toFile(file('small.png'));
  const script = fileURLToPath(new URL('../../tests/support/list-libraries.ts', import.meta.url));
  const paths = [file('small.png'), file('small.mp4'), file('small-last.png')];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths]);
  const { media, sharedObjects } = JSON.parse(stdout);
  expect(media).toEqual({ kind: 'image', format: 'png', width: 32, height: 32 });
  expect(sharedObjects.length).toBeGreaterThan(0);
  expect(sharedObjects.filter((name: string) => /vips|sharp/.test(name))).toEqual([]);
});
