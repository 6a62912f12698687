import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { afterEach, expect, test } from 'vitest';
import { createRenderPool, type RenderPool, type RenderPoolOptions } from './render-pool.ts';
import type { RenderRequest } from './render-request.ts';
import { sampleRequest } from './testing/sample-request.ts';

const file = useScratchFolder();
let pools: RenderPool[] = [];

function openPool(options: Partial<RenderPoolOptions> = {}): RenderPool {
  const pool = createRenderPool({ size: 1, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});

const LONG: Partial<RenderRequest> = { fidelity: 'full', durationSeconds: 15 };

async function filesNamed(start: string): Promise<string[]> {
  return (await readdir(dirname(file('x')))).filter((name) => name.startsWith(start));
}

/** Starts a long rendering and waits until it is in the middle of it. */
function startLong(
  pool: RenderPool,
  name: string,
  signal?: AbortSignal,
): { running: Promise<void>; done: Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = sampleRequest(file(name), { ...LONG, lastFramePath: file(`${name}.png`) });
  const done = pool.render(request, { onProgress: () => resolve(), ...(signal ? { signal } : {}) });
  done.catch(() => {});
  return { running: promise, done };
}

test('a rendering reports its progress up to the end and leaves its files and nothing else', async () => {
  const fractions: number[] = [];
  const request = sampleRequest(file('done.mp4'), { lastFramePath: file('done.png'), generateAudio: true });
  const video = await openPool().render(request, { onProgress: (fraction) => fractions.push(fraction) });
  expect(video).toEqual({ width: 256, height: 144, durationSeconds: 4, frameCount: 32, hasAudio: true });
  expect(fractions.length).toBeGreaterThan(10);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  expect(await filesNamed('done')).toEqual(['done.mp4', 'done.png']);
});

test('a thread renders the same bytes again after another request', async () => {
  const pool = openPool();
  await pool.render(sampleRequest(file('again-1.mp4'), { generateAudio: true }));
  await pool.render(sampleRequest(file('again-2.mp4'), { prompt: 'a city', aspectRatio: '1:1' }));
  await pool.render(sampleRequest(file('again-3.mp4'), { generateAudio: true }));
  expect(await readFile(file('again-3.mp4'))).toEqual(await readFile(file('again-1.mp4')));
});

test('a preview does not wait for full renderings', async () => {
  const pool = openPool();
  const long = startLong(pool, 'busy.mp4');
  await long.running;
  const first = await Promise.race([
    pool.render(sampleRequest(file('quick.mp4'))).then(() => 'preview'),
    long.done.then(() => 'full'),
  ]);
  expect(first).toBe('preview');
});

test('an aborted rendering stops, leaves no file, and makes room for the next one', async () => {
  const pool = openPool();
  const controller = new AbortController();
  const long = startLong(pool, 'aborted.mp4', controller.signal);
  await long.running;
  const reason = new Error('the task was cancelled');
  controller.abort(reason);
  await expect(long.done).rejects.toBe(reason);
  expect(await filesNamed('aborted')).toEqual([]);
  const next = sampleRequest(file('next.mp4'), { fidelity: 'full', aspectRatio: '1:1' });
  expect(await pool.render(next)).toMatchObject({ frameCount: 96 });
});

test('a rendering aborted while it waits never starts', async () => {
  const pool = openPool();
  const long = startLong(pool, 'first.mp4');
  await long.running;
  const controller = new AbortController();
  const waiting = pool.render(sampleRequest(file('waiting.mp4'), LONG), { signal: controller.signal });
  controller.abort(new Error('changed my mind'));
  await expect(waiting).rejects.toThrow('changed my mind');
  await expect(
    pool.render(sampleRequest(file('waiting.mp4')), { signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow('too late');
  expect(await filesNamed('waiting')).toEqual([]);
});

test.each(['exit', 'throw'])(
  'a thread that dies (%s) rejects its rendering, and a new one takes over',
  async (prompt) => {
    const script = new URL('./testing/crashing-worker.ts', import.meta.url);
    const pool = openPool({ script });
    await pool.render(sampleRequest(file('before.mp4')));
    const crashing = pool.render(sampleRequest(file('crash.mp4'), { prompt }));
    const waiting = pool.render(sampleRequest(file('after.mp4')));
    await expect(crashing).rejects.toMatchObject({
      name: 'RenderWorkerCrashedError',
      code: 'render_worker_crashed',
      message: expect.stringMatching(prompt === 'exit' ? /exit code 7/ : /a fault outside of the rendering/),
    });
    expect(await waiting).toMatchObject({ frameCount: 32 });
    expect(await filesNamed('crash')).toEqual([]);
  },
);

test('a request that cannot be rendered is rejected with its reason and leaves an earlier file alone', async () => {
  await writeFile(file('broken.png'), 'no picture');
  await writeFile(file('kept.mp4'), 'an earlier video');
  const pool = openPool();
  const request = { mode: 'image-to-video', imagePaths: [file('broken.png')] } as const;
  await expect(pool.render(sampleRequest(file('kept.mp4'), request))).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('holds no picture of 256 x 144 pixels'),
  });
  expect(await readFile(file('kept.mp4'), 'utf8')).toBe('an earlier video');
  expect(await filesNamed('kept')).toEqual(['kept.mp4']);
  expect(await pool.render(sampleRequest(file('kept.mp4')))).toMatchObject({ frameCount: 32 });
});

test('a video whose last frame cannot be written is not left behind without it', async () => {
  const request = sampleRequest(file('half.mp4'), { lastFramePath: file('no-such-folder/half.png') });
  await expect(openPool().render(request)).rejects.toMatchObject({ code: 'render_failed' });
  expect(await filesNamed('half')).toEqual([]);
});

test('closing ends what runs and what waits, and nothing can be rendered any more', async () => {
  const pool = openPool();
  const running = startLong(pool, 'running.mp4');
  const queued = startLong(pool, 'queued.mp4');
  await running.running;
  await pool.close();
  const closed = { code: 'render_pool_closed' };
  await expect(running.done).rejects.toMatchObject(closed);
  await expect(queued.done).rejects.toMatchObject(closed);
  await expect(pool.render(sampleRequest(file('late.mp4')))).rejects.toMatchObject(closed);
  expect(await filesNamed('running')).toEqual([]);
});

test('a pool can be warmed before the first request', async () => {
  const pool = openPool();
  await pool.prewarm();
  expect(await pool.render(sampleRequest(file('warm.mp4')))).toMatchObject({ frameCount: 32 });
});
