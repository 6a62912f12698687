// FFmpeg as WebAssembly, which has no files and no network of its own: it is given one file to read, piece by piece,
// and one to write.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { FfmpegCore } from '@ffmpeg/core';
import { UnreadableMediaError } from '../unreadable-media-error.ts';
import { createFfmpeg } from './load-ffmpeg.ts';

const MOUNT = '/material';
const INPUT = `${MOUNT}/file`;
const OUTPUT = '/output';

/** A run of FFmpeg; no argument may come from a user. */
export interface FfmpegRun {
  /** The file that is read. */
  readonly path: string;
  /** The file that is written; an existing one is replaced. */
  readonly output: string;
  /** More than this is not written. */
  readonly maxOutputBytes: number;
  /** Options before the input. */
  readonly before: readonly string[];
  /** Options behind it, without the name of the output. */
  readonly after: readonly string[];
}

/**
 * Runs FFmpeg and returns how many bytes it wrote: 0 where it is not installed. Neither file is ever in memory as a whole.
 * @throws {UnreadableMediaError} for more bytes than `maxOutputBytes`
 */
export async function runFfmpeg({ path, output, maxOutputBytes, before, after }: FfmpegRun): Promise<number> {
  const ffmpeg = await createFfmpeg();
  if (ffmpeg === null) return 0;
  const input = openSync(path, 'r');
  const target = openSync(output, 'w', 0o600);
  try {
    mountFile(ffmpeg, input);
    const written = mountOutput(ffmpeg, target, maxOutputBytes);
    ffmpeg.exec('-nostdin', '-y', ...before, '-i', INPUT, ...after, OUTPUT);
    return written();
  } finally {
    closeSync(input);
    closeSync(target);
  }
}

function mountOutput(ffmpeg: FfmpegCore, target: number, maxBytes: number): () => number {
  let bytes = 0;
  const device = ffmpeg.FS.makedev(64, 0);
  ffmpeg.FS.registerDevice(device, {
    open() {},
    close() {},
    write(...[, memory, offset, length]) {
      if (bytes + length > maxBytes) throw new UnreadableMediaError('it is longer than its index says');
      const written = writeSync(target, memory, offset, length);
      bytes += written;
      return written;
    },
  });
  ffmpeg.FS.mkdev(OUTPUT, device);
  return () => bytes;
}

interface Slice {
  readonly file: number;
  readonly start: number;
  readonly size: number;
}

// The build expects a browser's worker, where a FileReaderSync reads a Blob. These two classes replace both.
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
  ffmpeg.FS.mkdir(MOUNT);
  Object.assign(globalThis, { FileReaderSync });
  ffmpeg.FS.mount(
    ffmpeg.FS.filesystems.WORKERFS,
    { blobs: [{ name: 'file', data: { size, slice } }] },
    MOUNT,
  );
}
