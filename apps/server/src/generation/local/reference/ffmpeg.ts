// FFmpeg as WebAssembly: decodes whatever a user refers to inside a sandbox, so that a hostile file can at worst fail.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore } from '@ffmpeg/core';

const MOUNT = '/material';
const INPUT = `${MOUNT}/file`;
const RESULT = '/result';

let core: Promise<FfmpegCore> | undefined;

/**
 * Decodes a file to raw samples or pixels; null when FFmpeg can't. `before` are the options before the input, `after`
 * those behind it. The file is read as it is needed, never as a whole.
 */
export async function decodeWithFfmpeg(
  path: string,
  options: { before?: readonly string[]; after: readonly string[] },
): Promise<Uint8Array<ArrayBuffer> | null> {
  core ??= loadCore();
  const ffmpeg = await core;
  const unmount = mountFile(ffmpeg, path);
  try {
    const status = ffmpeg.exec(...(options.before ?? []), '-i', INPUT, ...options.after, RESULT);
    return takeResult(ffmpeg, status);
  } finally {
    ffmpeg.reset();
    unmount();
  }
}

function takeResult(ffmpeg: FfmpegCore, status: number): Uint8Array<ArrayBuffer> | null {
  if (!ffmpeg.FS.analyzePath(RESULT).exists) return null;
  const result = ffmpeg.FS.readFile(RESULT);
  ffmpeg.FS.unlink(RESULT);
  return status === 0 && result.byteLength > 0 ? result : null;
}

interface Slice {
  readonly start: number;
  readonly size: number;
}

// The build knows only a browser's worker: a Blob to read from and a FileReaderSync to read it with. These two stand in.
function mountFile(ffmpeg: FfmpegCore, path: string): () => void {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const slice = (start: number, end: number): Slice => ({ start, size: Math.min(end, size) - start });
  class FileReaderSync {
    readAsArrayBuffer(part: Slice): ArrayBuffer {
      const bytes = new Uint8Array(part.size);
      readSync(openFile.descriptor, bytes, 0, part.size, part.start);
      return bytes.buffer;
    }
  }
  openFile.descriptor = file;
  Object.assign(globalThis, { FileReaderSync });
  ffmpeg.FS.mount(
    ffmpeg.FS.filesystems.WORKERFS,
    { blobs: [{ name: 'file', data: { size, slice } }] },
    MOUNT,
  );
  return () => {
    ffmpeg.FS.unmount(MOUNT);
    closeSync(file);
  };
}

// The build keeps the first FileReaderSync that it made, so the descriptor lives outside of it.
const openFile = { descriptor: -1 };

async function loadCore(): Promise<FfmpegCore> {
  const script = import.meta.resolve('@ffmpeg/core');
  Object.assign(globalThis, { self: { location: { href: script } } });
  try {
    const { default: createCore } = await import('@ffmpeg/core');
    const ffmpeg = await createCore({
      wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm'))),
    });
    ffmpeg.setLogger(() => {});
    ffmpeg.FS.mkdir(MOUNT);
    return ffmpeg;
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}
