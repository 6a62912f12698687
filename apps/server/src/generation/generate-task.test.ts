import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationRequest } from '@keyframe/generation-provider';
import { listen } from '@keyframe/test-kit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { sampleMp4, sampleWav } from '../../tests/support/sample-media.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { readBalance } from '../credits/ledger.queries.ts';
import { createEgress, type Egress, EgressError } from '../egress/index.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import { createDiskStore } from '../results/disk-store.ts';
import type { ResultStore } from '../results/result-store.ts';
import { findTask } from '../tasks/tasks.queries.ts';
import { generateTask, untilAborted } from './generate-task.ts';
import type { GenerateServices } from './task-run.ts';

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
  refuse(error?: Error): void;
  /** Result of the run. */
  readonly ended: Promise<unknown>;
}

type Ports = Partial<Pick<ResultStore, 'put'> & Pick<GenerateServices, 'egress' | 'dataDirectory'>>;

/** Starts a job of the task and waits until its provider receives the request. */
async function startRun(taskId: string, { put, ...ports }: Ports = {}): Promise<Run> {
  const received = Promise.withResolvers<GenerationRequest>();
  const result = Promise.withResolvers<{ hasLastFrame: boolean }>();
  const provider = {
    slots: { all: 1, perOwner: 1 },
    generate: (request: GenerationRequest) => {
      received.resolve(request);
      return result.promise;
    },
    close: async () => {},
  };
  const egress = createEgress({ allow: [] });
  const store = { ...createDiskStore(directory), ...(put && { put }) };
  const common = { ...services(), egress, provider, store, dataDirectory: directory, ...ports };
  const ended = generateTask(common, taskId, { stopping: new AbortController().signal });
  const endedFirst = ended.then(() => Promise.reject(new Error('No provider received a request.')));
  const request = await Promise.race([received.promise, endedFirst]);
  return {
    request,
    ended,
    answer: async () => {
      await writeFile(request.videoPath, video);
      result.resolve({ hasLastFrame: false });
    },
    refuse: (error = new Error('the provider refuses')) => result.reject(error),
  };
}

const listFiles = (taskId: string) => readdir(join(directory, 'results', taskId)).catch(() => []);

async function listEntries(taskId: string): Promise<string[]> {
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
  expect(await listEntries(taskId)).toEqual(['reserve', 'charge']);
  expect(await listFiles(taskId)).toEqual(['video.mp4']);
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
  expect(await listFiles(taskId)).toEqual(['video.mp4']);
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
  expect(await listEntries(taskId)).toEqual(['reserve', 'refund']);
  expect(await readBalance(connection.database, owner.ownerId, 'live')).toEqual({
    available: 100,
    reserved: 0,
  });
  expect(await listFiles(taskId)).toEqual([]);
});

test('STA-6 refusals of two runs, the first and the later one, leave no file behind', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection, { credits: 100 }));
  const runs = [await startRun(taskId), await startRun(taskId)];
  const source = join(directory, 'kept.mp4');
  for (const run of runs) {
    // A run before may have kept its result, and died before it settled the task.
    await writeFile(source, video);
    await createDiskStore(directory).put({ taskId, file: 'video' }, source, new AbortController().signal);
    expect(await listFiles(taskId)).toEqual(['video.mp4']);
    run.refuse();
    await run.ended;
    expect(await listFiles(taskId)).toEqual([]);
  }
});

test('PUR-3 a store that fails is no failure of the task: its job goes back, and the next run is charged', async () => {
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
    status: 'generating',
    billingStatus: 'reserved',
  });
  const next = await startRun(taskId);
  await next.answer();
  await next.ended;
  expect(await findTask(connection.database, taskId)).toMatchObject({ status: 'completed' });
  expect(await listEntries(taskId)).toEqual(['reserve', 'charge']);
});

test('OPEN-7 the clock of PostgreSQL decides about the deadline, also on a machine whose clock is hours ahead', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const taskId = await givenTask(connection, owner);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3_600_000 });
  try {
    const run = await startRun(taskId);
    await run.answer();
    await run.ended;
  } finally {
    vi.useRealTimers();
  }
  expect(await findTask(connection.database, taskId)).toMatchObject({ status: 'completed' });
});

const photo = () => sharp({ create: { width: 90, height: 160, channels: 3, background: '#336699' } }).jpeg();
const REFERENCES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  '/tall.jpg': () => photo().toBuffer(),
  '/turned.jpg': () => photo().withMetadata({ orientation: 6 }).toBuffer(),
  '/square.mp4': async () => video,
  '/sound.wav': async () => sampleWav(1),
};

test.each([
  { given: 'nothing', ratio: null },
  { given: 'a sound', audio_urls: ['/sound.wav'], ratio: null },
  { given: 'a video', video_urls: ['/square.mp4'], ratio: 1 },
  { given: 'a turned photo', image_urls: ['/turned.jpg', '/tall.jpg'], ratio: 16 / 9 },
  { given: 'a video and a photo', video_urls: ['/square.mp4'], image_urls: ['/tall.jpg'], ratio: 9 / 16 },
])(
  'RES-12 the picture referred to by $given has the ratio $ratio',
  async ({ given: _, ratio, ...fields }) => {
    const server = createServer(async (request, response) =>
      response.end(await REFERENCES[request.url ?? '']?.()),
    );
    await using listening = await listen(server);
    const host = `127.0.0.1:${listening.port}`;
    const urls = Object.fromEntries(
      Object.entries(fields).map(([field, paths]) => [field, paths.map((path) => `http://${host}${path}`)]),
    );
    const owner = await givenOwner(connection, { credits: 100 });
    const taskId = await givenTask(connection, { ...owner, input: { ...INPUT, ...urls } });
    const run = await startRun(taskId, { egress: createEgress({ allow: [host] }) });
    expect(run.request.materials.pictureRatio).toBe(ratio);
    await run.answer();
    await run.ended;
  },
);

/** The size of the largest image. */
const LARGE = 20_000_000;

test.each([
  { what: 'when they are read', hasPicture: false },
  { what: 'when they are decoded', hasPicture: true },
])(
  'the size of references that turn out useless $what counts against their owner',
  async ({ hasPicture }) => {
    const file = Buffer.alloc(LARGE);
    if (hasPicture) file.set(await photo().toBuffer());
    await using listening = await listen(createServer((_request, response) => response.end(file)));
    const host = `127.0.0.1:${listening.port}`;
    const owner = await givenOwner(connection, { credits: 100 });
    const input = { ...INPUT, image_urls: [`http://${host}/image.jpg`] };
    const taskId = await givenTask(connection, { ...owner, input });
    const running = startRun(taskId, { egress: createEgress({ allow: [host] }) });
    if (hasPicture) {
      const run = await running;
      run.refuse(new InvalidMaterialError('cannot be decoded'));
      await run.ended;
    } else {
      await expect(running).rejects.toThrow('No provider received a request');
    }
    expect(await findTask(connection.database, taskId)).toMatchObject({ failedReason: 'invalid_material' });
    await expectCounted(owner.ownerId);
  },
);

/** Expects that the budget of an owner has the download of a large file. */
async function expectCounted(ownerId: string): Promise<void> {
  const { rows } = await connection.pool.query<{ seconds: string }>(
    'SELECT extract(epoch FROM empty_at - now()) AS seconds FROM free_failures WHERE owner_id = $1',
    [ownerId],
  );
  // The budget is 6.4 GB a day. The input and the time to read the file add some seconds.
  const expected = (LARGE / 6.4e9) * 86_400;
  expect(Number(rows[0]?.seconds)).toBeGreaterThan(expected - 10);
  expect(Number(rows[0]?.seconds)).toBeLessThan(expected + 100);
}

/** Sends the bytes of a large file, and never ends. */
const ENDLESS: Egress = {
  ...createEgress({ allow: [] }),
  download: async ({ onBytes, signal }) => {
    onBytes?.(LARGE);
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    throw new EgressError('aborted', 'aborted by the caller');
  },
};

test('the size of references that arrived until the deadline of their task counts against their owner', async () => {
  const owner = await givenOwner(connection, { credits: 100 });
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  const taskId = await givenTask(connection, { ...owner, input, timeoutMs: 2_000 });
  await expect(startRun(taskId, { egress: ENDLESS })).rejects.toThrow('No provider received a request');
  expect(await findTask(connection.database, taskId)).toMatchObject({ failedReason: 'timed_out' });
  await expectCounted(owner.ownerId);
});

const FULL_DISK: Egress = {
  ...createEgress({ allow: [] }),
  download: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
};

test.each([
  { what: 'references', ports: { egress: FULL_DISK } },
  { what: 'a work folder', ports: { dataDirectory: import.meta.filename } },
])('a disk without space for $what is no failure of the task: its job goes back', async ({ ports }) => {
  const owner = await givenOwner(connection, { credits: 100 });
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  const taskId = await givenTask(connection, { ...owner, input });
  await expect(startRun(taskId, ports)).rejects.toMatchObject({ code: 'generation_interrupted' });
  expect(await findTask(connection.database, taskId)).toMatchObject({
    status: 'generating',
    billingStatus: 'reserved',
  });
});

const never = () => new Promise<never>(() => {});

test('a wait gives what the work gives, and leaves the signal as it was', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(async () => 'done', signal)).toBe('done');
  await expect(untilAborted(async () => Promise.reject(new Error('broken')), signal)).rejects.toThrow(
    'broken',
  );
});

test('a wait ends for work that takes no notice of the signal', async () => {
  const controller = new AbortController();
  const reason = new Error('the time is up');
  const waiting = untilAborted(never, controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('nothing starts that is too late', async () => {
  const reason = new Error('the time is up');
  let started = false;
  const start = async () => {
    started = true;
  };
  await expect(untilAborted(start, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(started).toBe(false);
});

test('an error that comes late is no unhandled rejection', async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<never>();
  const waiting = untilAborted(() => work.promise, controller.signal);
  controller.abort(new Error('the time is up'));
  await expect(waiting).rejects.toThrow('the time is up');
  work.reject(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
});
