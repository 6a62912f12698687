import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { probeMedia } from '@keyframe/media-process';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createRenderPool, type RenderPool } from '../render-pool.ts';
import { decodeFrames, decodeSound, psnr } from '../testing/decode-video.ts';
import { NATIVE_FFMPEG } from '../testing/native-ffmpeg.ts';
import { sampleRequest } from '../testing/sample-request.ts';

const file = useScratchFolder();
const size = { width: 256, height: 144 };
let pools: RenderPool[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});

function openPool(ffmpeg: string | undefined): RenderPool {
  const pool = createRenderPool({ size: 1, ffmpeg });
  pools.push(pool);
  return pool;
}

/** Writes a shell script as a program that replaces FFmpeg. */
async function givenProgram(name: string, script: string): Promise<string> {
  await writeFile(file(name), `#!/bin/sh\n${script}\n`);
  await chmod(file(name), 0o755);
  return file(name);
}

async function filesNamed(start: string): Promise<string[]> {
  return (await readdir(dirname(file('x')))).filter((name) => name.startsWith(start));
}

test.runIf(NATIVE_FFMPEG)(
  'FFmpeg encodes the frames that WebAssembly encodes, in a file of the same kind',
  async () => {
    const request = { generateAudio: true, lastFramePath: file('native.png') };
    const wasm = await openPool(undefined).render(sampleRequest(file('wasm.mp4'), { generateAudio: true }));
    const native = await openPool(NATIVE_FFMPEG).render(sampleRequest(file('native.mp4'), request));
    expect(native).toEqual(wasm);
    expect(await probeMedia(file('native.mp4'))).toEqual(await probeMedia(file('wasm.mp4')));
    const [ours, theirs] = await Promise.all(
      ['wasm.mp4', 'native.mp4'].map((name) => decodeFrames(file(name), size)),
    );
    expect(theirs).toHaveLength(32);
    theirs?.forEach((frame, index) => {
      const other = ours?.[index];
      expect(other && psnr(frame, other)).toBeGreaterThan(28);
    });
    const [sound, other] = [
      await decodeSound(file('native.mp4'), 24_000),
      await decodeSound(file('wasm.mp4'), 24_000),
    ];
    expect(Buffer.from(sound ?? []).equals(Buffer.from(other ?? []))).toBe(true);
    const [one, two] = [await readFile(file('native.mp4')), await readFile(file('wasm.mp4'))];
    expect(one.equals(two)).toBe(false);
  },
);

test.runIf(NATIVE_FFMPEG)('an aborted rendering leaves no FFmpeg behind', async () => {
  const program = await givenProgram('noted', `echo $$ > '${file('pid')}'; exec '${NATIVE_FFMPEG}' "$@"`);
  const controller = new AbortController();
  const reason = new Error('the task was cancelled');
  const request = sampleRequest(file('aborted.mp4'), { fidelity: 'full', durationSeconds: 15 });
  const onProgress = () => controller.abort(reason);
  const rendering = openPool(program).render(request, { signal: controller.signal, onProgress });
  await expect(rendering).rejects.toBe(reason);
  const pid = Number(await readFile(file('pid'), 'utf8'));
  const isGone = () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  await expect.poll(isGone).toBe(true);
  expect(await filesNamed('aborted')).toEqual([]);
});

test.each([
  ['ends at once', 'echo "no space left" >&2; exit 3', 'FFmpeg ended with 3: no space left'],
  ['ends within the frames', 'head -c 100000 > /dev/null; exit 4', 'FFmpeg ended with 4'],
  ['reads everything and gives nothing', 'cat > /dev/null', 'unsupported or unrecognizable format'],
])('an FFmpeg that %s fails the rendering, not the thread', async (_, script, message) => {
  const pool = openPool(await givenProgram('broken', script));
  const rendering = pool.render(sampleRequest(file('broken.mp4')));
  await expect(rendering).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining(message),
  });
  expect(await filesNamed('broken.mp4')).toEqual([]);
});

test('an FFmpeg that is gone since the start fails the rendering', async () => {
  const rendering = openPool(file('gone')).render(sampleRequest(file('gone.mp4')));
  await expect(rendering).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('ENOENT'),
  });
});

test('an FFmpeg knows nothing of our environment but what it needs to start', async () => {
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'the key of the bucket');
  const pool = openPool(await givenProgram('told', `env > '${file('environment')}'; exit 1`));
  await expect(pool.render(sampleRequest(file('told.mp4')))).rejects.toMatchObject({ code: 'render_failed' });
  const environment = await readFile(file('environment'), 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('the key of the bucket');
});
