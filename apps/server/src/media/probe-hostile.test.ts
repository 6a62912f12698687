import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useScratchFolder } from '../generation/local/testing/scratch-folder.ts';
import { probeMedia } from './probe.ts';
import { ENDLESS, endlessWebm, m4aOfSamples, writeSparseM4a } from './testing/hostile-media.ts';

const file = useScratchFolder();

const SOUND = { kind: 'audio', format: 'm4a', durationSeconds: expect.any(Number) };

/** Shows that strangers can go on sending files. */
async function expectNextIsRead(): Promise<void> {
  const path = file('next.m4a');
  await writeFile(path, m4aOfSamples(10));
  expect(await probeMedia(path)).toEqual(SOUND);
}

/** Counts the processes that somebody waits for. */
function busyProcesses(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}

test.each(ENDLESS)('a hostile $name is judged in time and holds up nobody', async ({ name, make }) => {
  const path = file(`${name.replaceAll(' ', '-')}.bin`);
  await writeFile(path, make());
  const before = performance.eventLoopUtilization();
  const verdict = await probeMedia(path, { cpuMs: 300 }).catch((error: unknown) => error);
  expect(verdict).toMatchObject({ code: 'unreadable_media' });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  await expect.poll(busyProcesses).toBe(0);
});

test('a file that takes too long is refused for it, and the next one is read', async () => {
  const path = file('long.webm');
  await writeFile(path, endlessWebm());
  await expect(probeMedia(path, { cpuMs: 100 })).rejects.toThrow('it takes too long to read');
  await expectNextIsRead();
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
    ...{ code: 'unreadable_media', problem: 'it takes too much memory to read', cause: 'SIGABRT' },
  });
  await expectNextIsRead();
});

test('a file that fills the memory beside the heap is refused, and the next one is read', async () => {
  const path = file('sparse.m4a');
  await writeSparseM4a(path, 1_000_000_000);
  const failure = await probeMedia(path, { cpuMs: 60_000 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    ...{ code: 'unreadable_media', problem: 'it takes too much memory to read', cause: 'SIGABRT' },
  });
  await expectNextIsRead();
});

test('an abort ends the probing at once, with its reason', async () => {
  const path = file('aborted.webm');
  await writeFile(path, endlessWebm());
  const controller = new AbortController();
  const reason = new Error('the task was cancelled');
  const probing = probeMedia(path, { signal: controller.signal, cpuMs: 60_000 });
  setTimeout(() => controller.abort(reason), 300);
  await expect(probing).rejects.toBe(reason);
  await expect(probeMedia(path, { signal: controller.signal })).rejects.toBe(reason);
  await expect.poll(busyProcesses).toBe(0);
  await expectNextIsRead();
});

test('four files are read at once, and whoever waits for a place can leave', async () => {
  const path = file('crowd.webm');
  await writeFile(path, endlessWebm());
  const [crowd, leaving] = [new AbortController(), new AbortController()];
  const options = { signal: crowd.signal, cpuMs: 60_000 };
  const [gone, left] = [new Error('the crowd is gone'), new Error('one has left')];
  const probings = Promise.allSettled(Array.from({ length: 4 }, () => probeMedia(path, options)));
  await expect.poll(busyProcesses).toBe(4);
  const first = probeMedia(path, { signal: leaving.signal });
  const second = expectNextIsRead();
  setTimeout(() => leaving.abort(left), 100);
  await expect(first).rejects.toBe(left);
  expect(busyProcesses()).toBe(4);
  crowd.abort(gone);
  expect(await probings).toEqual(Array.from({ length: 4 }, () => ({ status: 'rejected', reason: gone })));
  await second;
});
