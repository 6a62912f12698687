import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore } from '@ffmpeg/core';

let core: Promise<FfmpegCore> | undefined;

/** Loads FFmpeg's WebAssembly, once a thread and on first use: it is 32 MB. */
export function loadFfmpeg(): Promise<FfmpegCore> {
  core ??= loadCore();
  return core;
}

/** Drops the instance, as must be done once it has trapped: its memory can be in any state. */
export function unloadFfmpeg(): void {
  core = undefined;
}

// The build takes itself to be in a browser's worker and asks `self` where it is.
async function loadCore(): Promise<FfmpegCore> {
  const script = import.meta.resolve('@ffmpeg/core');
  Object.assign(globalThis, { self: { location: { href: script } } });
  try {
    const { default: createCore } = await import('@ffmpeg/core');
    const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm')));
    const ffmpeg = await createCore({ wasmBinary });
    ffmpeg.setLogger(() => {});
    return ffmpeg;
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}
