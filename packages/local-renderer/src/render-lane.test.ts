import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { afterEach, expect, test } from 'vitest';
import { createRenderLane, type RenderLane } from './render-lane.ts';
import { sampleRequest } from './testing/sample-request.ts';

const file = useScratchFolder();
const script = new URL('./testing/instant-worker.ts', import.meta.url);
let lanes: RenderLane[] = [];

function openLane(size: number): RenderLane {
  const lane = createRenderLane(size, { script, ffmpeg: null });
  lanes.push(lane);
  return lane;
}

afterEach(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  lanes = [];
});

async function filesNamed(start: string): Promise<string[]> {
  return (await readdir(dirname(file('x')))).filter((name) => name.startsWith(start)).sort();
}

const TURNS = Array.from({ length: 40 }, (_, turns) => turns % 10);

test('a rendering aborted around its end never hands its dying thread to the next one', async () => {
  const lane = openLane(1);
  for (const [round, turns] of TURNS.entries()) {
    const name = `end-${round}.mp4`;
    const controller = new AbortController();
    const reason = new Error('the task was cancelled');
    const aborted = lane.render(sampleRequest(file(name), { lastFramePath: file(`${name}.png`) }), {
      signal: controller.signal,
      onProgress: async () => {
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        controller.abort(reason);
      },
    });
    const waiting = lane.render(sampleRequest(file(`next-${round}.mp4`)), {});
    // The abort comes before the end or after it.
    expect([reason, null]).toContain(
      await aborted.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    expect(await waiting).toMatchObject({ frameCount: 1 });
  }
  expect((await filesNamed('')).filter((name) => name.includes('.part'))).toEqual([]);
});

test("two runs of one task at once never take each other's files", async () => {
  const lane = openLane(2);
  await lane.prewarm();
  const runs = Array.from({ length: 20 }, () =>
    lane.render(sampleRequest(file('twice.mp4'), { lastFramePath: file('twice.png') }), {}),
  );
  await Promise.all(runs);
  expect(await filesNamed('twice')).toEqual(['twice.mp4', 'twice.png']);
});

/** Starts a rendering that writes its files and then never ends by itself. */
async function startUnfinished(lane: RenderLane, signal: AbortSignal): Promise<{ done: Promise<unknown> }> {
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const request = { prompt: 'unfinished', lastFramePath: file('shared.png') };
  const run = lane.render(sampleRequest(file('shared.mp4'), request), {
    signal,
    onProgress: () => resolve(),
  });
  const done = run.catch((error: unknown) => error);
  await written;
  return { done };
}

test('no more is rendered at once than there are threads, and what waits takes the first thread that is free', async () => {
  const lane = openLane(2);
  const runs = [1, 2, 3].map((number) => {
    const written = Promise.withResolvers<void>();
    const stop = new AbortController();
    const request = sampleRequest(file(`place-${number}.mp4`), { prompt: 'unfinished' });
    const options = { signal: stop.signal, onProgress: () => written.resolve() };
    const done = lane.render(request, options).catch((error: unknown) => error);
    return { written: written.promise, stop, done };
  });
  const [first, second, third] = runs;
  await Promise.all([first?.written, second?.written]);
  expect(await filesNamed('place-3')).toEqual([]);
  first?.stop.abort('done with');
  await third?.written;
  expect(await filesNamed('place-3')).toHaveLength(1);
  for (const { stop } of runs) stop.abort('done with');
  await Promise.all(runs.map(({ done }) => done));
});

test('an aborted run cleans up its own files and leaves those of another run of its task alone', async () => {
  const lane = openLane(2);
  const [first, second] = [new AbortController(), new AbortController()];
  const one = await startUnfinished(lane, first.signal);
  const other = await startUnfinished(lane, second.signal);
  expect(await filesNamed('shared')).toHaveLength(4);
  first.abort('first');
  expect(await one.done).toBe('first');
  expect(await filesNamed('shared')).toHaveLength(2);
  second.abort('second');
  expect(await other.done).toBe('second');
  expect(await filesNamed('shared')).toEqual([]);
});
