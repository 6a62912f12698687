import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@keyframe/test-kit';
import { type ReceiverScript, startTlsReceiver } from '@keyframe/test-kit/tls';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sampleMp4, samplePng, sampleWav } from '../../tests/support/sample-media.ts';
import { createEgress, type Egress, type EgressDownload, EgressError } from '../egress/index.ts';
import { logOptions } from '../telemetry/log.ts';
import { fetchReference } from './fetch.ts';
import type { MaterialKind } from './fetch-limits.ts';
import { InvalidMaterialError } from './invalid-material-error.ts';

/** Fetches a reference from a host with that answer, and reports the content of the folder afterwards. */
async function fetchByHost(answer: ReceiverScript, kind: MaterialKind, signal?: AbortSignal) {
  await using host = await startTlsReceiver({ answer });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const egress = createEgress({ allow: [host.allow], caFile: host.caFile });
  const request = { egress, url: `${host.url}/a.bin`, kind, position: 1, directory: folder.path };
  const result = await fetchReference({ ...request, ...(signal && { signal }) }).catch(
    (thrown: unknown) => thrown,
  );
  const files = await readdir(folder.path);
  const contents = await Promise.all(files.map((file) => readFile(join(folder.path, file))));
  return { result, files, contents };
}

test('OPEN-8 recognizes a reference by its bytes, not by the type that its host declares', async () => {
  const body = await samplePng();
  const { result, contents } = await fetchByHost({ body, headers: { 'content-type': 'video/mp4' } }, 'image');
  expect(result).toMatchObject({ media: { kind: 'image', format: 'png', width: 16, height: 16 } });
  expect(contents).toEqual([body]);
});

test('RES-9 RES-10 reads the playback times of videos and audios', async () => {
  expect((await fetchByHost({ body: await sampleMp4(3) }, 'video')).result).toMatchObject({
    media: { kind: 'video', format: 'mp4', durationSeconds: expect.closeTo(3, 1) },
  });
  expect((await fetchByHost({ body: sampleWav(2.5) }, 'audio')).result).toMatchObject({
    media: { kind: 'audio', format: 'wav', durationSeconds: expect.closeTo(2.5, 2) },
  });
});

test.each([
  ['audio', 'image', 'input.image_urls.1 is audio, not image; it takes JPEG, PNG or WebP up to 20 MB'],
  ['audio', 'video', 'input.video_urls.1 is audio, not video; it takes MP4, MOV or WebM up to 200 MB'],
  ['image', 'audio', 'input.audio_urls.1 is image, not audio; it takes MP3, WAV, M4A or AAC up to 50 MB'],
] as const)('OPEN-8 refuses %s where %s is expected', async (sent, kind, message) => {
  const body = sent === 'image' ? await samplePng() : sampleWav(1);
  const { result, files } = await fetchByHost({ body }, kind);
  expect(result).toBeInstanceOf(InvalidMaterialError);
  expect(result).toMatchObject({ message });
  expect(files).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Not found</title>'],
  ['the start of an image', '\u0089PNG\r\n'],
])('OPEN-8 refuses %s', async (_what, body) => {
  const { result, files } = await fetchByHost({ body }, 'image');
  expect(result).toBeInstanceOf(InvalidMaterialError);
  expect(result).toMatchObject({
    message: expect.stringMatching(/^input\.image_urls\.1 cannot be used \(.+\); /),
  });
  expect(files).toEqual([]);
});

test.each([
  ['image', 20_000_000],
  ['video', 200_000_000],
  ['audio', 50_000_000],
] as const)('OPEN-8 refuses an %s of more than %s bytes', async (kind, limit) => {
  const { result } = await fetchByHost({ headers: { 'content-length': String(limit + 1) } }, kind);
  expect(result).toBeInstanceOf(InvalidMaterialError);
  expect(result).toMatchObject({
    message: expect.stringContaining('is too large'),
    cause: { reason: 'too_large' },
  });
});

test.each([
  ['image', 20_000_000],
  ['video', 200_000_000],
  ['audio', 50_000_000],
] as const)('OPEN-8 fetches an %s of up to %s bytes', async (kind, maxBytes) => {
  const downloads: EgressDownload[] = [];
  const stopped = new Error('enough downloads');
  const egress: Egress = {
    ...createEgress({ allow: [] }),
    download: (download) => {
      downloads.push(download);
      return Promise.reject(stopped);
    },
  };
  const url = 'http://media.example.com/1';
  await expect(fetchReference({ egress, url, kind, position: 0, directory: tmpdir() })).rejects.toBe(stopped);
  expect(downloads).toMatchObject([{ url, maxBytes }]);
});

test('names the position of an unavailable reference, and the reason', async () => {
  const { result } = await fetchByHost({ status: 404 }, 'video');
  expect(result).toBeInstanceOf(InvalidMaterialError);
  expect(result).toMatchObject({
    message: expect.stringMatching(/^input\.video_urls\.1 cannot be fetched \(.* returned 404/),
    cause: { reason: 'status' },
  });
});

test.each([
  { what: 'a refusal', answer: { status: 403 } },
  {
    what: 'a redirect to nowhere',
    answer: { status: 302, headers: { location: 'https://[/?X-Amz-Signature=secret' } },
  },
])('the log of $what has no query of a presigned URL', async ({ answer }) => {
  await using host = await startTlsReceiver({ answer });
  const lines: string[] = [];
  const log = pino(logOptions('warn'), { write: (line: string) => void lines.push(line) });
  const failure = await fetchReference({
    egress: createEgress({ allow: [host.allow], caFile: host.caFile }),
    url: `${host.url}/owned/photo.png?X-Amz-Signature=secret#also`,
    kind: 'image',
    position: 0,
    directory: tmpdir(),
  }).catch((error: unknown) => error);
  log.warn({ err: failure }, 'generation failed');
  expect(lines.join('')).toContain(`${host.url}/owned/photo.png`);
  expect(lines.join('')).not.toMatch(/secret|Amz|also/);
});

test('a fetched file is for nobody else of the machine', async () => {
  const body = await samplePng();
  await using host = await startTlsReceiver({ answer: { body } });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const egress = createEgress({ allow: [host.allow], caFile: host.caFile });
  const url = `${host.url}/a.png`;
  const { path } = await fetchReference({ egress, url, kind: 'image', position: 0, directory: folder.path });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('does not blame the material when the task is stopped', async () => {
  const stop = new AbortController();
  const abort = () => {
    stop.abort();
    return { isSilent: true };
  };
  const { result } = await fetchByHost(abort, 'image', stop.signal);
  expect(result).toMatchObject({ name: 'EgressError', reason: 'aborted' });
});

test('stops checking a reference when the task is stopped, and does not blame the material', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const controller = new AbortController();
  const reason = new Error('the task was stopped');
  const start = Buffer.from('1a45dfa3874282847765626d18538067ff', 'hex');
  const egress: Egress = {
    ...createEgress({ allow: [] }),
    download: async ({ path }) => {
      // WebM that goes on and on: void elements of two bytes.
      await writeFile(path, Buffer.concat([start, Buffer.alloc(20_000_000, Buffer.from('ec80', 'hex'))]));
      setImmediate(() => controller.abort(reason));
      return { path, bytes: 20_000_000 };
    },
  };
  const reference = { url: 'http://media.example.com/1', position: 0, directory: folder.path };
  const fetching = fetchReference({ egress, kind: 'video', ...reference, signal: controller.signal });
  await expect(fetching).rejects.toBe(reason);
  expect(await readdir(folder.path)).toEqual([]);
});

test('a host that is slow is preempted while others wait, and is not blamed', async () => {
  const slow = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).write('x'.repeat(10_000));
  });
  await using server = await listen(slow);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const failure = await fetchReference({
    egress: createEgress({ allow: [`127.0.0.1:${server.port}`] }),
    url: `http://127.0.0.1:${server.port}/a.png`,
    kind: 'image',
    position: 0,
    directory: folder.path,
    isCrowded: () => true,
  }).catch((thrown: unknown) => thrown);
  expect(failure).not.toBeInstanceOf(InvalidMaterialError);
  expect(failure).toMatchObject({ name: 'EgressError', reason: 'preempted' });
});

test('a machine without descriptors does not blame the material', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const exhausted = new EgressError('exhausted', 'connect EMFILE');
  const egress: Egress = { ...createEgress({ allow: [] }), download: () => Promise.reject(exhausted) };
  const reference = { url: 'http://media.example.com/1', position: 0, directory: folder.path };
  await expect(fetchReference({ egress, kind: 'video', ...reference })).rejects.toBe(exhausted);
});
