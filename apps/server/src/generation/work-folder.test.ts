import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAbandonedWork, openWorkFolder } from './work-folder.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-work-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const left = () => readdir(join(directory, 'work'));

test('two runs of one task have folders apart, and each takes its own with it', async () => {
  const first = await openWorkFolder(directory, 'task_1');
  const second = await openWorkFolder(directory, 'task_1');
  await writeFile(first.videoPath, 'bytes');
  expect(first.videoPath).not.toBe(second.videoPath);
  await first[Symbol.asyncDispose]();
  expect(await left()).toHaveLength(1);
  await second[Symbol.asyncDispose]();
  expect(await left()).toEqual([]);
});

test('nobody else of the machine reads a run, also where the folder was open before', async () => {
  const root = join(directory, 'work');
  await chmod(root, 0o755);
  await using work = await openWorkFolder(directory, 'task_closed');
  const folders = [root, dirname(work.videoPath), work.references];
  const modes = await Promise.all(folders.map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o700]);
});

test('what a killed process left is deleted once no run can still use it', async () => {
  const old = await openWorkFolder(directory, 'task_old');
  const recent = await openWorkFolder(directory, 'task_recent');
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(dirname(old.videoPath), hourAgo, hourAgo);
  await deleteAbandonedWork(directory, 1_800_000);
  expect(await left()).toEqual([expect.stringMatching(/^task_recent-/)]);
  await recent[Symbol.asyncDispose]();
  await deleteAbandonedWork('/nonexistent', 1);
});
