import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { sampleMp4 } from '../../tests/support/sample-media.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask } from '../../tests/support/task.ts';
import { readBalance } from '../credits/ledger.queries.ts';
import { createEgress } from '../egress/index.ts';
import { createDiskStore } from '../media/disk-store.ts';
import type { ResultStore } from '../media/result-store.ts';
import { findTask } from '../tasks/tasks.queries.ts';
import { generateTask } from './generate-task.ts';
import type { GenerationRequest } from './provider.ts';

const { connection, services } = useServices();
let directory: string;
let video: Uint8Array;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-generate-'));
  video = await sampleMp4(1);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Run {
  readonly request: GenerationRequest;
  /** Writes the video and answers. */
  answer(): Promise<void>;
  refuse(): void;
  /** What became of the run. */
  readonly ended: Promise<void>;
}

/** Starts a job of the task and waits until its provider is asked. */
async function startRun(taskId: string, { put }: Partial<ResultStore> = {}): Promise<Run> {
  const asked = Promise.withResolvers<GenerationRequest>();
  const result = Promise.withResolvers<{ hasLastFrame: boolean }>();
  const provider = {
    places: { all: 1, perOwner: 1 },
    generate: (request: GenerationRequest) => {
      asked.resolve(request);
      return result.promise;
    },
    close: async () => {},
  };
  const egress = createEgress({ allow: [] });
  const store = { ...createDiskStore(directory), ...(put && { put }) };
  const common = { ...services(), egress, provider, store, dataDirectory: directory };
  const ended = generateTask(common, taskId, new AbortController().signal);
  const request = await asked.promise;
  return {
    request,
    ended,
    answer: async () => {
      await writeFile(request.videoPath, video);
      result.resolve({ hasLastFrame: false });
    },
    refuse: () => result.reject(new Error('the provider refuses')),
  };
}

const filesOf = (taskId: string) => readdir(join(directory, 'results', taskId)).catch(() => []);

async function entriesOf(taskId: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ kind: string }>(
    'SELECT kind FROM ledger_entries WHERE task_id = $1 ORDER BY id',
    [taskId],
  );
  return rows.map(({ kind }) => kind);
}

test('STA-1 two runs of one task share no file, and only the first answer counts', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, owner);
  const [first, second] = [await startRun(taskId), await startRun(taskId)];
  expect(second.request.videoPath).not.toBe(first.request.videoPath);
  await first.answer();
  await first.ended;
  const before = await findTask(connection.database, taskId);
  expect(before).toMatchObject({ status: 'completed', billingStatus: 'charged' });
  await second.answer();
  await second.ended;
  expect(await findTask(connection.database, taskId)).toEqual(before);
  expect(await entriesOf(taskId)).toEqual(['reserve', 'charge']);
  expect(await filesOf(taskId)).toEqual(['video.mp4']);
});

test('STA-1 a refusal after the answer of another run neither fails the task nor takes its files', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, owner);
  const [first, second] = [await startRun(taskId), await startRun(taskId)];
  await first.answer();
  await first.ended;
  second.refuse();
  await second.ended;
  expect(await findTask(connection.database, taskId)).toMatchObject({ status: 'completed' });
  expect(await filesOf(taskId)).toEqual(['video.mp4']);
});

test('STA-1 an answer after the refusal of another run leaves the task failed and no file behind', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, owner);
  const [first, second] = [await startRun(taskId), await startRun(taskId)];
  first.refuse();
  await first.ended;
  const before = await findTask(connection.database, taskId);
  expect(before).toMatchObject({ status: 'failed', failedReason: 'provider_failed' });
  await second.answer();
  await second.ended;
  expect(await findTask(connection.database, taskId)).toEqual(before);
  expect(await entriesOf(taskId)).toEqual(['reserve', 'refund']);
  expect(await readBalance(connection.database, owner.ownerId, 'live')).toEqual({
    ...{ available: 100, reserved: 0 },
  });
  expect(await filesOf(taskId)).toEqual([]);
});

test('PUR-3 STA-6 a store that fails is no failure of the task: its job goes back, and the next run is charged', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, owner);
  const full = await startRun(taskId, {
    put: async () => {
      throw new Error('no space left');
    },
  });
  await full.answer();
  await expect(full.ended).rejects.toThrow('could not be kept');
  expect(await findTask(connection.database, taskId)).toMatchObject({
    ...{ status: 'generating', billingStatus: 'reserved' },
  });
  const next = await startRun(taskId);
  await next.answer();
  await next.ended;
  expect(await findTask(connection.database, taskId)).toMatchObject({ status: 'completed' });
  expect(await entriesOf(taskId)).toEqual(['reserve', 'charge']);
});
