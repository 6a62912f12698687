/** One contract, two stores. */

import { randomBytes } from 'node:crypto';
import { existsSync, fstatSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort, listen } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import { createDiskStore } from './disk-store.ts';
import type { ByteRange, ResultName, ResultStore } from './result-store.ts';
import { createS3Bucket } from './s3-bucket.ts';
import { createS3Store } from './s3-store.ts';

const NEVER = new AbortController().signal;
let directory: string;
let s3: S3Server;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-results-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

const STORES: readonly (readonly [name: string, open: () => ResultStore])[] = [
  ['the disk store', () => createDiskStore(directory)],
  ['the S3 store', () => createS3Store(s3.options)],
];

/** Keeps bytes, as a provider that has written them to a file. */
async function keep(store: ResultStore, name: ResultName, bytes: Uint8Array): Promise<void> {
  const path = join(directory, `rendered-${randomBytes(8).toString('hex')}`);
  await writeFile(path, bytes);
  await store.put(name, path, NEVER);
  await rm(path, { force: true });
}

/** Reads bytes of a file as its readers get them; undefined if it is absent. */
async function read(
  { reader }: ResultStore,
  name: ResultName,
  range?: ByteRange,
): Promise<Buffer | undefined> {
  if (reader.kind === 'files') {
    const size = await reader.size(name);
    if (size === undefined) return undefined;
    return buffer(await reader.read(name, range ?? { first: 0, last: size - 1 }, NEVER));
  }
  const expiresAt = new Date(Date.now() + 60_000);
  const url = await reader.createUrl({ ...name, method: 'GET', expiresAt });
  expect(new URL(url).origin).toBe(reader.origin);
  const response = await fetch(url, {
    ...(range && { headers: { range: `bytes=${range.first}-${range.last}` } }),
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status === 404) return undefined;
  expect(response.status).toBe(range === undefined ? 200 : 206);
  return body;
}

test.each(STORES)('%s gives back what was put, whole and by its bytes', async (name, open) => {
  const store = open();
  const result: ResultName = { taskId: `task_${name.length}`, file: 'video' };
  const bytes = randomBytes(3_000_000);
  expect(await read(store, result)).toBeUndefined();
  await keep(store, result, bytes);
  expect((await read(store, result))?.equals(bytes)).toBe(true);
  const part = await read(store, result, { first: 1_000_000, last: 1_000_003 });
  expect(part?.equals(bytes.subarray(1_000_000, 1_000_004))).toBe(true);
});

test.each(STORES)('%s replaces a file whole, and keeps the files of a task apart', async (_, open) => {
  const store = open();
  const [video, frame] = [
    { taskId: 'task_twice', file: 'video' },
    { taskId: 'task_twice', file: 'last-frame' },
  ] as const;
  await keep(store, video, Buffer.from('the first of two runs'));
  await keep(store, frame, Buffer.from('a frame'));
  await keep(store, video, Buffer.from('the second'));
  expect(String(await read(store, video))).toBe('the second');
  expect(String(await read(store, frame))).toBe('a frame');
});

test.each(STORES)('%s deletes all files of a task, those of no other, and none twice', async (_, open) => {
  const store = open();
  const names = ['task_gone', 'task_kept'].flatMap((taskId) =>
    (['video', 'last-frame'] as const).map((file) => ({ taskId, file })),
  );
  for (const name of names) await keep(store, name, Buffer.from('bytes'));
  await store.delete('task_gone');
  await store.delete('task_gone');
  await store.delete('task_never_there');
  const sizes = await Promise.all(names.map(async (name) => (await read(store, name))?.length));
  expect(sizes).toEqual([undefined, undefined, 5, 5]);
});

test('the disk store ends a reading that nobody waits for', async () => {
  const store = createDiskStore(directory);
  const name: ResultName = { taskId: 'task_aborted', file: 'video' };
  await keep(store, name, randomBytes(5_000_000));
  if (store.reader.kind !== 'files') throw new Error('The disk store has no files to read.');
  const leaving = new AbortController();
  const body = await store.reader.read(name, { first: 0, last: 4_999_999 }, leaving.signal);
  leaving.abort();
  await expect(buffer(body)).rejects.toThrow(/abort/i);
});

test('a URL of the bucket allows one method of one file until its second, for 15 minutes at most', async () => {
  const bucket = createS3Bucket(s3.options);
  const key = '/results/task_linked/video.mp4';
  await keep(createS3Store(s3.options), { taskId: 'task_linked', file: 'video' }, Buffer.from('bytes'));
  const inAMinute = new Date(Date.now() + 60_000);
  const url = await bucket.presign(key, { method: 'GET', expiresAt: inAMinute });
  const getStatus = async (target: string, method = 'GET') => (await fetch(target, { method })).status;
  expect(await getStatus(url)).toBe(200);
  expect(await getStatus(url, 'HEAD')).toBe(403);
  expect(await getStatus(await bucket.presign(key, { method: 'HEAD', expiresAt: inAMinute }), 'HEAD')).toBe(
    200,
  );
  expect(await getStatus(url.replace('task_linked', 'task_other'))).toBe(403);
  expect(await getStatus(url.replace(/(X-Amz-Expires=)\d+/, '$186400'))).toBe(403);
  const { searchParams } = new URL(url);
  const [, ...time] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const [year = 0, month = 0, ...rest] = time.map(Number);
  const end = Date.UTC(year, month - 1, ...rest) + Number(searchParams.get('X-Amz-Expires')) * 1000;
  expect(end).toBe(Math.ceil(inAMinute.getTime() / 1000) * 1000);
  const inAMonth = new Date(Date.now() + 30 * 86_400_000);
  const longest = new URL(await bucket.presign(key, { method: 'GET', expiresAt: inAMonth }));
  expect(longest.searchParams.get('X-Amz-Expires')).toBe('900');
});

test.each(STORES)('%s passes its check, and leaves nothing of it behind', async (_, open) => {
  await open().check({ writes: true });
  expect((await readdir(join(directory, 'results'))).filter((name) => name.includes('check'))).toEqual([]);
  expect(s3.requests.filter((line) => /check.*[^24]\d\d$/.test(line))).toEqual([]);
});

test('the disk store has a file on the disk before its name, and the name before it answers', async () => {
  const results = join(directory, 'results');
  const target = join(results, 'task_synced', 'video.mp4');
  const synced: { inode: number; isNamed: boolean }[] = [];
  const anyFile = await open(directory);
  vi.spyOn(Object.getPrototypeOf(anyFile), 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push({ inode: fstatSync(this.fd).ino, isNamed: existsSync(target) });
  });
  await anyFile.close();
  await keep(createDiskStore(directory), { taskId: 'task_synced', file: 'video' }, Buffer.from('bytes'));
  vi.restoreAllMocks();
  const readInode = (path: string) => statSync(path).ino;
  expect(synced).toEqual([
    { inode: readInode(target), isNamed: false },
    { inode: readInode(join(results, 'task_synced')), isNamed: true },
    { inode: readInode(results), isNamed: true },
  ]);
});

test('the disk store lets nobody else of the machine read results, also where its folder was open before', async () => {
  const root = join(directory, 'opened');
  const results = join(root, 'results');
  await mkdir(results, { recursive: true, mode: 0o755 });
  const store = createDiskStore(root);
  await store.check({ writes: true });
  await keep(store, { taskId: 'task_closed', file: 'video' }, Buffer.from('bytes'));
  const readMode = (path: string) => statSync(path).mode & 0o777;
  const folder = join(results, 'task_closed');
  expect([results, folder, join(folder, 'video.mp4')].map(readMode)).toEqual([0o700, 0o700, 0o600]);
});

test('the S3 server of these tests refuses other keys, signatures and bytes than were signed', async () => {
  const check = (options: object) => createS3Store({ ...s3.options, ...options }).check({ writes: true });
  const refused = (code: string) =>
    new RegExp(
      `^S3_BUCKET_URL cannot be used: GET http://127\\.0\\.0\\.1:\\d+/videos/ was answered with 403 ${code}`,
    );
  await expect(check({ accessKeyId: 'AKIDOTHER' })).rejects.toThrow(refused('InvalidAccessKeyId'));
  await expect(check({ secretAccessKey: 'wrong' })).rejects.toThrow(refused('SignatureDoesNotMatch'));
  await expect(check({ region: 'us-east-1' })).rejects.toThrow(refused('SignatureDoesNotMatch'));
});

test('the check reports a bucket that is absent or cannot be reached', async () => {
  const { bucketUrl } = s3.options;
  const absent = createS3Store({ ...s3.options, bucketUrl: bucketUrl.replace('videos', 'nothing') });
  await expect(absent.check({ writes: false })).rejects.toThrow('404 NoSuchBucket');
  const host = `127.0.0.1:${await freePort()}`;
  const away = createS3Store({ ...s3.options, bucketUrl: `http://${host}/videos` });
  await expect(away.check({ writes: false })).rejects.toThrow(
    `S3_BUCKET_URL cannot be used: GET http://${host}/videos/ failed: connect ECONNREFUSED ${host}`,
  );
});

test('an upload outlasts a refusal that breaks off', async () => {
  let answers = 0;
  await using bucket = await listen(
    createServer((request, response) => {
      request.resume().on('end', () => {
        answers += 1;
        if (answers > 1) return response.end();
        response.writeHead(503, { 'content-length': '100' }).write('<Error>');
        setImmediate(() => response.destroy());
      });
    }),
  );
  const store = createS3Store({ ...s3.options, bucketUrl: `http://127.0.0.1:${bucket.port}/videos` });
  await keep(store, { taskId: 'task_broken', file: 'video' }, Buffer.from('bytes'));
  expect(answers).toBe(2);
});

test('an upload outlasts a bucket that asks to slow down; what is refused for good fails at once', async () => {
  const name: ResultName = { taskId: 'task_patient', file: 'video' };
  s3.slowDown(2);
  await keep(createS3Store(s3.options), name, Buffer.from('bytes'));
  const uploads = () => s3.requests.filter((line) => line.startsWith('PUT /videos/results/task_patient/'));
  expect(uploads().map((line) => line.slice(-3))).toEqual(['503', '503', '200']);
  const refused = keep(createS3Store({ ...s3.options, secretAccessKey: 'wrong' }), name, Buffer.from('x'));
  await expect(refused).rejects.toThrow('SignatureDoesNotMatch');
  expect(uploads()).toHaveLength(4);
});

test('replaces a kept connection that the bucket has closed once, and reports a new one that breaks', async () => {
  const served: string[] = [];
  const seen = new WeakSet<Socket>();
  let breaks = false;
  await using bucket = await listen(
    createServer((request, response) => {
      served.push(`${request.method}`);
      // Simulates a connection that was closed before the request arrived.
      if (breaks || seen.has(request.socket)) return void request.socket.resetAndDestroy();
      seen.add(request.socket);
      response.writeHead(204).end();
    }),
  );
  const requests = createS3Bucket({ ...s3.options, bucketUrl: `http://127.0.0.1:${bucket.port}/videos` });
  const remove = async () => (await requests.send('/results/kept-alive', { method: 'DELETE' })).resume();
  await remove();
  await remove();
  expect(served).toEqual(['DELETE', 'DELETE', 'DELETE']);
  breaks = true;
  await expect(remove()).rejects.toMatchObject({ name: 'S3Error', isTransient: true });
  expect(served).toHaveLength(4);
});
