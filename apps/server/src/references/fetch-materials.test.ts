import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReceiverScript, startTlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { sampleMp4, samplePng, sampleWav } from '../../tests/support/sample-media.ts';
import { createEgress, type Egress, EgressError } from '../egress/index.ts';
import { fetchMaterials, type MaterialsRequest } from './fetch-materials.ts';

interface Paths {
  images?: readonly string[];
  videos?: readonly string[];
  audios?: readonly string[];
}

/** Fetches references by path from a host with that script. */
async function fetchByHost(answer: ReceiverScript, paths: Paths, changes: Partial<MaterialsRequest> = {}) {
  await using host = await startTlsReceiver({ answer });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-materials-'));
  const urls = (list: readonly string[] = []) => list.map((path) => `${host.url}/${path}`);
  const result = await fetchMaterials({
    egress: createEgress({ allow: [host.allow], caFile: host.caFile }),
    imageUrls: urls(paths.images),
    videoUrls: urls(paths.videos),
    audioUrls: urls(paths.audios),
    directory: folder.path,
    ...changes,
  }).catch((thrown: unknown) => thrown);
  return { result, files: await readdir(folder.path), requests: host.requests };
}

const png = await samplePng();
const mp4 = await sampleMp4(8);
const wav = sampleWav(8);
const media: ReceiverScript = ({ path }) => ({ body: { p: png, m: mp4, w: wav }[path.charAt(1)] ?? '' });

test('fetches nothing when a task has no references', async () => {
  expect(await fetchByHost({}, {})).toEqual({
    result: { images: [], videos: [], audios: [] },
    files: [],
    requests: [],
  });
});

test('fetches every reference into a file of its own, in the order of the URLs', async () => {
  const last = Promise.withResolvers<void>();
  const slowFirst: ReceiverScript = (request) => {
    if (request.path === '/w0') last.resolve();
    return {
      ...(typeof media === 'function' && media(request)),
      ...(request.path === '/p0' && { after: last.promise }),
    };
  };
  const { result, files } = await fetchByHost(slowFirst, {
    images: ['p0', 'p1'],
    videos: ['m0'],
    audios: ['w0'],
  });
  expect(result).toMatchObject({
    images: [{ path: expect.stringMatching(/image-0$/) }, { path: expect.stringMatching(/image-1$/) }],
    videos: [{ media: { kind: 'video' } }],
    audios: [{ media: { kind: 'audio' } }],
  });
  expect(files.sort()).toEqual(['audio-0', 'image-0', 'image-1', 'video-0']);
});

test('RES-9 refuses videos that play more than 15 seconds together', async () => {
  const { result } = await fetchByHost(media, { videos: ['m0', 'm1'] });
  expect(result).toMatchObject({
    code: 'invalid_material',
    message: expect.stringContaining('plays 16 seconds'),
  });
});

test('RES-10 refuses audios that play more than 15 seconds together', async () => {
  const { result } = await fetchByHost(media, { audios: ['w0', 'w1'] });
  expect(result).toMatchObject({
    code: 'invalid_material',
    message: expect.stringContaining('plays 16 seconds'),
  });
});

test('gives the first failure, and ends and removes what is under way', async () => {
  const script: ReceiverScript = ({ path }) => (path === '/p1' ? { status: 404 } : { dripEveryMs: 20 });
  const { result, files } = await fetchByHost(script, { images: ['p0', 'p1', 'p2'] });
  expect(result).toMatchObject({ message: expect.stringContaining('input.image_urls.1') });
  expect(files).toEqual([]);
});

test('asks for no further reference once one has failed', async () => {
  const requests: string[] = [];
  const egress: Egress = {
    ...createEgress({ allow: [] }),
    download: async ({ url }) => {
      requests.push(url);
      throw new EgressError('status', 'gone');
    },
  };
  const images = ['0', '1', '2', '3', '4', '5', '6', '7', '8'];
  const { result } = await fetchByHost({}, { images }, { egress });
  expect(result).toMatchObject({ message: expect.stringContaining('input.image_urls.0') });
  expect(requests).toHaveLength(4);
});

test('fetches four references at once and no more', async () => {
  let running = 0;
  let most = 0;
  const egress: Egress = {
    ...createEgress({ allow: [] }),
    download: async ({ path }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      await writeFile(path, png);
      running -= 1;
      return { path, bytes: png.length };
    },
  };
  const images = ['0', '1', '2', '3', '4', '5', '6', '7', '8'];
  const { result } = await fetchByHost({}, { images }, { egress });
  expect(result).toMatchObject({ images: { length: 9 } });
  expect(most).toBe(4);
});

test('ends when the task is stopped', async () => {
  const stop = new AbortController();
  const abort: ReceiverScript = () => {
    stop.abort();
    return { isSilent: true };
  };
  const { result } = await fetchByHost(abort, { images: ['p0'] }, { signal: stop.signal });
  expect(result).toMatchObject({ reason: 'aborted' });
});
