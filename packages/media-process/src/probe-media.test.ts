import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import type { ProbedMedia } from './media-facts.ts';
import { probeMedia } from './probe-media.ts';
import { makeMedia, testPictureInput, toneInput } from './testing/make-media.ts';
import { useScratchFolder } from './testing/scratch-folder.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

const file = useScratchFolder();

async function probeBytes(bytes: Uint8Array): Promise<ProbedMedia> {
  const path = file(randomUUID());
  await writeFile(path, bytes);
  return probeMedia(path);
}

// Noise, so that the compressed bytes go on to the end of the picture.
function picture(width: number, height: number): Sharp {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const IMAGES = {
  jpeg: () => picture(64, 48).jpeg().toBuffer(),
  png: () => picture(64, 48).png().toBuffer(),
  webp: () => picture(64, 48).webp({ lossless: true }).toBuffer(),
};

test.each(['jpeg', 'png', 'webp'] as const)('recognizes a %s image by its bytes', async (format) => {
  const bytes = await IMAGES[format]();
  const path = file(`${format}-named.mp4`);
  await writeFile(path, bytes);
  expect(await probeMedia(path)).toEqual({ kind: 'image', format, width: 64, height: 48 });
});

test('the size of a photo is that after its rotation', async () => {
  const bytes = await picture(64, 48).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await probeBytes(bytes)).toMatchObject({ width: 48, height: 64 });
});

const H264 = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
const VIDEOS = [
  { name: 'clip.mp4', codecs: [...H264, '-c:a', 'aac'], format: 'mp4' },
  { name: 'clip.mov', codecs: [...H264, '-c:a', 'aac'], format: 'mov' },
  { name: 'streamable.mp4', codecs: [...H264, '-c:a', 'aac', '-movflags', '+faststart'], format: 'mp4' },
  { name: 'clip.webm', codecs: ['-c:v', 'libvpx', '-c:a', 'libopus'], format: 'webm' },
] as const;

test.each(VIDEOS)('a video $name is read, with its length and size', async ({ name, codecs, format }) => {
  const path = file(name);
  await makeMedia(path, [...testPictureInput('96x64', 2), ...toneInput(440, 2), ...codecs]);
  const probed = await probeMedia(path);
  expect(probed).toMatchObject({ kind: 'video', format, width: 96, height: 64, hasAudio: true });
  expect(probed).toHaveProperty('durationSeconds', expect.closeTo(2, 1));
});

test('a video without sound says so', async () => {
  const path = file('silent.mp4');
  await makeMedia(path, [...testPictureInput('96x64', 1), ...H264]);
  expect(await probeMedia(path)).toMatchObject({ kind: 'video', hasAudio: false });
});

const AUDIOS = [
  { name: 'tone.mp3', codecs: [], format: 'mp3' },
  { name: 'tone.wav', codecs: [], format: 'wav' },
  { name: 'tone.m4a', codecs: ['-c:a', 'aac'], format: 'm4a' },
  { name: 'tone.aac', codecs: ['-c:a', 'aac'], format: 'aac' },
] as const;

test.each(AUDIOS)('an audio $name is read, with its length', async ({ name, codecs, format }) => {
  const path = file(name);
  await makeMedia(path, [...toneInput(440, 3), ...codecs]);
  const probed = await probeMedia(path);
  expect(probed).toMatchObject({ kind: 'audio', format });
  expect(probed).toHaveProperty('durationSeconds', expect.closeTo(3, 0));
});

test.each([
  ...Object.entries(IMAGES).map(([name, make]) => ({ name, make })),
  ...[...VIDEOS, ...AUDIOS.filter(({ format }) => format === 'wav' || format === 'm4a')].map(({ name }) => ({
    name,
    make: () => readFile(file(name)),
  })),
])('a $name cut short is refused', async ({ make }) => {
  const bytes = await make();
  const cut = bytes.subarray(0, Math.floor(bytes.byteLength * 0.7));
  await expect(probeBytes(cut)).rejects.toThrow(UnreadableMediaError);
});

test('a video whose index names data that is not there is refused', async () => {
  const bytes = await readFile(file('streamable.mp4'));
  const data = bytes.indexOf('mdat') - 4;
  // Half of the data goes, and its box says so: the structure is whole again.
  const half = Math.floor((bytes.byteLength - data) / 2);
  bytes.writeUInt32BE(half, data);
  await expect(probeBytes(bytes.subarray(0, data + half))).rejects.toThrow(UnreadableMediaError);
});

test('an image with damaged content is refused', async () => {
  const bytes = await IMAGES.png();
  const middle = Math.floor(bytes.byteLength / 2);
  bytes.fill(0x55, middle, middle + 64);
  await expect(probeBytes(bytes)).rejects.toThrow(UnreadableMediaError);
});

test.each([
  { name: 'nothing at all', bytes: Buffer.alloc(0) },
  { name: 'a text', bytes: Buffer.from('<html><body>Not found</body></html>') },
  { name: 'zeros', bytes: Buffer.alloc(4096) },
  { name: 'a GIF', bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64') },
  { name: 'the first bytes of a JPEG', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  { name: 'the first bytes of an MP4', bytes: Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1') },
  { name: 'the first bytes of a WebM', bytes: Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f]) },
])('$name is refused with a stable code', async ({ bytes }) => {
  await expect(probeBytes(bytes)).rejects.toMatchObject({ code: 'unreadable_media' });
});

test('a container of another kind is refused although its content could be read', async () => {
  const path = file('clip.mkv');
  await makeMedia(path, [...testPictureInput('96x64', 1), ...H264]);
  await expect(probeMedia(path)).rejects.toThrow(UnreadableMediaError);
});
