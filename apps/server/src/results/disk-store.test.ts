/** How the disk store reads; what all stores have in common is in `result-store.test.ts`. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDiskStore } from './disk-store.ts';

const BYTES = randomBytes(200_000);
const NEVER = new AbortController().signal;
let directory: string;
let fileHandle: FileHandle;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-disk-'));
  const file = await open(directory);
  fileHandle = Object.getPrototypeOf(file);
  await file.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

/** Keeps a video of each task, and gives what reads it. */
async function given(...taskIds: string[]) {
  const store = createDiskStore(directory);
  for (const taskId of taskIds) {
    const path = join(directory, taskId);
    await writeFile(path, BYTES);
    await store.put({ taskId, file: 'video' }, path, NEVER);
  }
  return async (taskId: string, last = BYTES.length - 1) => {
    if (store.reader.kind !== 'files') throw new Error('The disk store has no files to read.');
    return store.reader.read({ taskId, file: 'video' }, { first: 0, last }, NEVER);
  };
}

test('many readers of a task wait for each other, and those of another task take turns with them', async () => {
  const read = await given('task_busy', 'task_other');
  const held = Promise.withResolvers<void>();
  const readBytes = fileHandle.read;
  const reads = vi.spyOn(fileHandle, 'read').mockImplementation(async function (
    this: FileHandle,
    ...options: unknown[]
  ) {
    await held.promise;
    return Reflect.apply(readBytes, this, options);
  });
  const download = async (taskId: string) => buffer(await read(taskId));
  const downloads = Array.from({ length: 10 }, () => download('task_busy'));
  await expect.poll(() => reads.mock.calls.length).toBe(2);
  downloads.push(download('task_other'));
  await expect.poll(() => reads.mock.calls.length).toBe(3);
  held.resolve();
  for (const downloaded of await Promise.all(downloads)) expect(downloaded.equals(BYTES)).toBe(true);
});

test('a file is read no faster than its reader takes it, and is closed when its reader leaves', async () => {
  const read = await given('task_left');
  const reads = vi.spyOn(fileHandle, 'read');
  const reader = (await read('task_left')).getReader();
  expect((await reader.read()).value).toHaveLength(65_536);
  await new Promise(setImmediate);
  expect(reads).toHaveBeenCalledTimes(1);
  const file = reads.mock.contexts[0] as FileHandle;
  expect(file.fd).toBeGreaterThan(0);
  await reader.cancel();
  expect(file.fd).toBe(-1);
});

test('a file that is shorter than it was fails its reader', async () => {
  const read = await given('task_short');
  await expect(read('task_short', BYTES.length).then(buffer)).rejects.toThrow(
    'The file has 200000 bytes, not 200001.',
  );
});
