import { chmod, readFile, writeFile } from 'node:fs/promises';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { FfmpegUnusableError, findFfmpeg } from './find-ffmpeg.ts';
import { NATIVE_FFMPEG } from './testing/native-ffmpeg.ts';

const file = useScratchFolder();
const log = { info() {}, warn() {} };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Makes `ffmpeg` in a folder of its own, the only one of the PATH, out of a shell script. */
async function givenSystem(script: string | undefined): Promise<void> {
  vi.stubEnv('PATH', file('.'));
  if (script === undefined) return;
  await writeFile(file('ffmpeg'), `#!/bin/sh\n${script}\n`);
  await chmod(file('ffmpeg'), 0o755);
}

test('unasked, no FFmpeg of the machine is looked for', async () => {
  expect(await findFfmpeg(undefined, log)).toBeUndefined();
});

test('FFMPEG=system without one on the PATH leaves the work to WebAssembly', async () => {
  await givenSystem(undefined);
  expect(await findFfmpeg('system', log)).toBeUndefined();
});

test('FFMPEG=system with one that cannot encode H.264 leaves the work to WebAssembly', async () => {
  await givenSystem('echo "Unknown encoder \'libx264\'" >&2; exit 1');
  expect(await findFfmpeg('system', log)).toBeUndefined();
});

test.each([
  ['is not there', undefined],
  ['cannot encode', 'exit 1'],
])('a named FFmpeg that %s stops the start and is called by its setting', async (_, script) => {
  await givenSystem(script);
  const found = findFfmpeg(file(script === undefined ? 'missing' : 'ffmpeg'), log);
  await expect(found).rejects.toBeInstanceOf(FfmpegUnusableError);
  await expect(found).rejects.toThrow(
    /^FFMPEG must be system, or the path of a program that encodes libx264: /,
  );
});

test('the FFmpeg that is tried knows nothing of our keys', async () => {
  vi.stubEnv('UPSTREAM_KEY', 'the key upstream');
  await givenSystem(`export -p > '${file('environment')}'`);
  expect(await findFfmpeg('system', log)).toBe('ffmpeg');
  const environment = await readFile(file('environment'), 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('the key upstream');
});

test.runIf(NATIVE_FFMPEG)('one that encodes is taken, by its path and by the PATH', async () => {
  expect(await findFfmpeg(NATIVE_FFMPEG, log)).toBe(NATIVE_FFMPEG);
  await givenSystem(`exec '${NATIVE_FFMPEG}' "$@"`);
  expect(await findFfmpeg('system', log)).toBe('ffmpeg');
});
