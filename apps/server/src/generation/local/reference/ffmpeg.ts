// FFmpeg as WebAssembly: decodes whatever a user refers to inside a sandbox, so that a hostile file can at worst fail.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FfmpegCore } from '@ffmpeg/core';
import { loadFfmpeg, unloadFfmpeg } from './load-ffmpeg.ts';

const MOUNT = '/material';
const INPUT = `${MOUNT}/file`;
const RESULT = '/result';

/**
 * Decodes a file to raw samples or pixels; null when FFmpeg can't. `before` are the options before the input, `after`
 * those behind it. The file is read as it is needed, never as a whole.
 */
export async function decodeWithFfmpeg(
  path: string,
  options: { before?: readonly string[]; after: readonly string[] },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const ffmpeg = await loadFfmpeg();
  const file = openSync(path, 'r');
  try {
    mountFile(ffmpeg, file);
    const status = ffmpeg.exec(...(options.before ?? []), '-i', INPUT, ...options.after, RESULT);
    const result = takeResult(ffmpeg);
    ffmpeg.reset();
    ffmpeg.FS.unmount(MOUNT);
    return status === 0 ? result : null;
  } catch {
    // A trap, out of memory for instance. The file is to blame, and the instance is of no more use.
    unloadFfmpeg();
    return null;
  } finally {
    closeSync(file);
  }
}

function takeResult(ffmpeg: FfmpegCore): Uint8Array<ArrayBuffer> | null {
  if (!ffmpeg.FS.analyzePath(RESULT).exists) return null;
  const result = ffmpeg.FS.readFile(RESULT);
  ffmpeg.FS.unlink(RESULT);
  return result.byteLength > 0 ? result : null;
}

interface Slice {
  readonly file: number;
  readonly start: number;
  readonly size: number;
}

// The build knows only a browser's worker, where a Blob is read with a FileReaderSync. These two stand in.
class FileReaderSync {
  readAsArrayBuffer({ file, start, size }: Slice): ArrayBuffer {
    const bytes = new Uint8Array(size);
    readSync(file, bytes, 0, size, start);
    return bytes.buffer;
  }
}

function mountFile(ffmpeg: FfmpegCore, file: number): void {
  const { size } = fstatSync(file);
  const slice = (start: number, end: number): Slice => ({ file, start, size: Math.min(end, size) - start });
  const blobs = [{ name: 'file', data: { size, slice } }];
  if (!ffmpeg.FS.analyzePath(MOUNT).exists) ffmpeg.FS.mkdir(MOUNT);
  Object.assign(globalThis, { FileReaderSync });
  ffmpeg.FS.mount(ffmpeg.FS.filesystems.WORKERFS, { blobs }, MOUNT);
}
