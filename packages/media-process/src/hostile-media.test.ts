import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { runMediaJob } from './media-pool.ts';
import { probeMedia } from './probe-media.ts';
import { plainPng, playlistMp3, progressiveJpeg } from './testing/costly-media.ts';
import { ENDLESS, endlessWebm, m4aOfSamples, writeSparseM4a } from './testing/hostile-media.ts';
import { useScratchFolder } from './testing/scratch-folder.ts';

const file = useScratchFolder();

const SOUND = { kind: 'audio', format: 'm4a', durationSeconds: expect.any(Number) };

/** Shows that the next file is read as ever. */
async function expectNextIsRead(): Promise<void> {
  const path = file('next.m4a');
  await writeFile(path, m4aOfSamples(10));
  expect(await probeMedia(path)).toEqual(SOUND);
}

/** Counts the processes that somebody waits for. */
function busyProcesses(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}

test.each(ENDLESS)('rejects a hostile $name in time and delays no other file', async ({ name, make }) => {
  const path = file(`${name.replaceAll(' ', '-')}.bin`);
  await writeFile(path, make());
  const before = performance.eventLoopUtilization();
  const failure = await probeMedia(path, { cpuMs: 300 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unreadable_media' });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  await expect.poll(busyProcesses).toBe(0);
});

test('a file that takes too long is refused for it, and the next one is read', async () => {
  const path = file('long.webm');
  await writeFile(path, endlessWebm());
  await expect(probeMedia(path, { cpuMs: 100 })).rejects.toThrow('it takes too long to read');
  await expectNextIsRead();
});

test('the CPU time of a file is reported, whether it can be read or not', async () => {
  const used: number[] = [];
  const onUsedCpu = (cpuMs: number) => used.push(cpuMs);
  await writeFile(file('endless.webm'), endlessWebm());
  await probeMedia(file('endless.webm'), { cpuMs: 200, onUsedCpu }).catch(() => {});
  await writeFile(file('cut.png'), plainPng({ width: 64, height: 64, bitsPerSample: 8, rows: 10 }));
  await probeMedia(file('cut.png'), { onUsedCpu }).catch(() => {});
  await writeFile(file('fine.m4a'), m4aOfSamples(10));
  await probeMedia(file('fine.m4a'), { onUsedCpu });
  expect(used).toEqual([200, expect.any(Number), expect.any(Number)]);
});

test('a file of 4 MB with half a million boxes is refused for them', async () => {
  const bytes = ENDLESS[0]?.make() ?? Buffer.alloc(0);
  expect(bytes.byteLength).toBe(4_000_020);
  await writeFile(file('boxes.mp4'), bytes);
  const probing = probeMedia(file('boxes.mp4'), { cpuMs: 60_000 });
  await expect(probing).rejects.toThrow('it has too many boxes');
});

test('a file that fills the heap of its process is refused, and the next one is read', async () => {
  const path = file('samples.m4a');
  await writeFile(path, m4aOfSamples(3_000_000));
  const failure = await probeMedia(path, { cpuMs: 60_000 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'unreadable_media',
    problem: 'it takes too much memory to read',
    cause: 'SIGABRT',
  });
  await expectNextIsRead();
});

test('a file that fills the memory beside the heap is refused, and the next one is read', async () => {
  const path = file('sparse.m4a');
  await writeSparseM4a(path, 1_000_000_000);
  const failure = await probeMedia(path, { cpuMs: 60_000 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'unreadable_media',
    problem: 'it takes too much memory to read',
    cause: 'SIGABRT',
  });
  await expectNextIsRead();
});

test('an abort ends the probing at once, with its reason', async () => {
  const path = file('aborted.webm');
  await writeFile(path, endlessWebm());
  const controller = new AbortController();
  const reason = new Error('the task was cancelled');
  const probing = probeMedia(path, { signal: controller.signal, cpuMs: 60_000 });
  await expect.poll(busyProcesses).toBe(1);
  controller.abort(reason);
  await expect(probing).rejects.toBe(reason);
  await expect(probeMedia(path, { signal: controller.signal })).rejects.toBe(reason);
  await expect.poll(busyProcesses).toBe(0);
  await expectNextIsRead();
});

test("an owner's files leave slots to other owners, and a job that waits for a slot can be aborted", async () => {
  const path = file('crowd.webm');
  await writeFile(path, endlessWebm());
  const [crowd, leaving] = [new AbortController(), new AbortController()];
  const options = { ownerId: 'crowd', signal: crowd.signal, cpuMs: 60_000 };
  const [gone, left] = [new Error('the crowd is gone'), new Error('one has left')];
  const probings = Promise.allSettled(Array.from({ length: 50 }, () => probeMedia(path, options)));
  const perOwner = Math.ceil(Math.max(2, availableParallelism()) / 2);
  await expect.poll(busyProcesses).toBe(perOwner);
  const waiting = probeMedia(path, { ownerId: 'crowd', signal: leaving.signal });
  leaving.abort(left);
  await expect(waiting).rejects.toBe(left);
  await expectNextIsRead();
  expect(busyProcesses()).toBe(perOwner);
  crowd.abort(gone);
  expect(await probings).toEqual(Array.from({ length: 50 }, () => ({ status: 'rejected', reason: gone })));
});

/** Decodes a file as a reference would be, and returns what the media process reported or threw. */
function decodeFile(path: string, job: 'image' | 'sound', cpuMs?: number): Promise<unknown> {
  const output = file('decoded');
  const request =
    job === 'image'
      ? ({ kind: 'image', path, output, width: 64, height: 64 } as const)
      : ({ kind: 'sound', path, output, sampleRate: 24_000, channels: 1, maxSeconds: 4 } as const);
  return runMediaJob(request, 'decoded', { cpuMs }).catch((error: unknown) => error);
}

test('a playlist that goes on as MP3 is refused, by who reads it as by who decodes it', async () => {
  const path = file('playlist.mp3');
  await writeFile(path, playlistMp3());
  const refused = { problem: 'its format is not accepted' };
  expect(await probeMedia(path).catch((error: unknown) => error)).toMatchObject(refused);
  expect(await decodeFile(path, 'sound', 2_000)).toMatchObject(refused);
});

test('a playlist behind the tag of an MP3 is sound and nothing else to FFmpeg', async () => {
  const path = file('tagged.mp3');
  // A tag without content, so that a demuxer which skips it finds a playlist.
  await writeFile(path, Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), playlistMp3()]));
  expect(await probeMedia(path)).toMatchObject({ kind: 'audio', format: 'mp3' });
  expect(await decodeFile(path, 'sound', 5_000)).toMatchObject({ outcome: { bytes: expect.any(Number) } });
});

test.each([
  {
    what: 'thousands of scans',
    make: () => progressiveJpeg({ width: 1_600, height: 1_600, scans: 1_000 }),
    problem: 'it has more than 100 scans',
  },
  {
    what: '300 million coefficients',
    make: () => progressiveJpeg({ width: 9_999, height: 9_999, scans: 4 }),
    problem: 'it takes 600 MB to decode; at most 300 MB are accepted',
  },
  {
    what: '800 MB of samples',
    make: () => plainPng({ width: 9_999, height: 9_999, bitsPerSample: 16, rows: 10 }),
    problem: 'it takes 800 MB to decode; at most 300 MB are accepted',
  },
  {
    what: 'a billion pixels',
    make: () => plainPng({ width: 40_000, height: 25_000, bitsPerSample: 8, rows: 10 }),
    problem: 'it has 40000 x 25000 pixels; at most 100000000 are accepted',
  },
])('an image with $what is refused before it is decoded', async ({ make, problem }) => {
  const path = file('bomb');
  await writeFile(path, make());
  expect(await probeMedia(path).catch((error: unknown) => error)).toMatchObject({ problem });
  expect(await decodeFile(path, 'image')).toMatchObject({ problem });
});

test('an image that takes too long is refused for it in the middle of native code, and the next file is read', async () => {
  const path = file('slow.jpg');
  await writeFile(path, progressiveJpeg({ width: 7_000, height: 7_000, scans: 97 }));
  const failure = { problem: 'it takes too long to read', cause: 'SIGXCPU' };
  expect(await probeMedia(path, { cpuMs: 100 }).catch((error: unknown) => error)).toMatchObject(failure);
  expect(await decodeFile(path, 'image', 100)).toMatchObject(failure);
  await expectNextIsRead();
});

test('an abort ends native code at once', async () => {
  const path = file('aborted.jpg');
  await writeFile(path, progressiveJpeg({ width: 7_000, height: 7_000, scans: 97 }));
  const stop = new AbortController();
  const probing = probeMedia(path, { signal: stop.signal });
  await expect.poll(busyProcesses).toBe(1);
  stop.abort(new Error('the server stops'));
  await expect(probing).rejects.toThrow('the server stops');
  await expect.poll(busyProcesses).toBe(0);
});
