import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask } from '../../tests/support/task.ts';
import { claimJobs } from '../jobs/jobs.queries.ts';
import { deleteAbandonedWork, openWorkFolder } from './work-folder.ts';

const { connection, services } = useServices();
const { database } = connection;
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

test('the folder of a running task stays however old it is, and what a killed process left is deleted', async () => {
  const owner = await givenOwner(connection);
  const [running, ended] = [await givenTask(connection, owner), await givenTask(connection, owner)];
  const claim = { worker: 'of another process', stage: 'generating', leaseMs: 60_000 } as const;
  const claimed = await claimJobs(database, [running, ended], claim);
  expect(new Set(claimed.map(({ taskId }) => taskId))).toEqual(new Set([running, ended]));
  const waiting = await givenTask(connection, owner);
  await failTask(services(), { taskId: ended, reason: 'timed_out' });
  for (const taskId of [running, ended, waiting, 'task_of_another_database']) {
    const { videoPath } = await openWorkFolder(directory, taskId);
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    await utimes(dirname(videoPath), yearAgo, yearAgo);
  }
  await deleteAbandonedWork(database, directory);
  expect(await left()).toEqual([expect.stringContaining(`${running}-`)]);
  await deleteAbandonedWork(database, '/nonexistent');
});
